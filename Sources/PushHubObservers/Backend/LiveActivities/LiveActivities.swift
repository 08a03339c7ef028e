import Foundation
public import Observation
public import PushHub

/// Keeps the tokens by which a server starts, updates and ends the app's Live Activities.
///
/// It compares what ActivityKit reports with what it knows, and keeps that across launches. A
/// ``DeviceRegistration`` that follows it sends it to the server.
///
/// ```swift
/// let source = ActivityKitSource()
/// source.follow(DeliveryAttributes.self) { $0.order }
/// let liveActivities = LiveActivities(
///   source: source,
///   store: FileStore(url: folder.appending(path: "activities.json"), isBackedUp: false)
/// )
/// try host.install(liveActivities, named: "liveActivities")
/// registration.follow(liveActivities)
/// ```
///
/// - Reading: ActivityKit is read at the launch, on each return to the foreground, on each push and
///   refresh, and when the first activity reaches the system's limit, since its sequences may not yield.
/// - Tokens: A token that is missing is not known; it is never taken for a deletion.
/// - Endings: An activity that is over is never registered again. The user has dismissed it if ActivityKit
///   reports so while it is known as active, before the system's limit, and if the app has not called
///   ``end(_:)`` or ``willEnd(_:)``. Every other ending is an end.
/// - Accounts: An activity belongs to the account that was signed in when it started, also after a launch.
///   One that started without an account belongs to none.
/// - Store: What can't be read yet is not replaced. Reports wait meanwhile.
@MainActor
@Observable
public final class LiveActivities {
  /// Called with what was noticed, at once; for logs and tests.
  @ObservationIgnored public var log: ((LiveActivitiesEvent) -> Void)?

  @ObservationIgnored let source: any LiveActivitySource
  @ObservationIgnored let runtime: FeatureRuntime<LiveActivitiesCore>
  @ObservationIgnored let wantsFrequentUpdates: Bool

  /// Called with the state when it has changed, once ActivityKit was read.
  @ObservationIgnored var publish: ((LiveActivitiesState) -> Void)?

  /// When the server has acknowledged a token; `nil` if it has not.
  @ObservationIgnored var acknowledgement: ((PushToken) -> Date?)?

  /// Makes a feature that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - source: ActivityKit.
  ///   - store: Keeps what outlives the process; for this feature alone.
  ///   - endsActivitiesOnSignOut: Whether an account's activities end when it signs out.
  ///   - wantsFrequentUpdates: Whether a checkup names that the user has turned frequent updates off.
  public init(
    source: any LiveActivitySource,
    store: any Store<LiveActivitiesState>,
    endsActivitiesOnSignOut: Bool = false,
    wantsFrequentUpdates: Bool = false
  ) {
    self.source = source
    self.wantsFrequentUpdates = wantsFrequentUpdates
    runtime = FeatureRuntime(
      LiveActivitiesCore(endsActivitiesOnSignOut: endsActivitiesOnSignOut),
      observes: [.received],
      store: store
    )
  }
}

extension LiveActivities {
  /// What is known now.
  public var state: LiveActivitiesState { runtime.state }

  /// Ends an activity at once, and removes it from the Lock Screen.
  ///
  /// To show its last content for a while, call ``willEnd(_:)`` and ActivityKit's `end` instead.
  public func end(_ id: String) {
    willEnd(id)
    source.end(id)
  }

  /// Announces that the app is about to end an activity, so that the end is not taken for the user's.
  public func willEnd(_ id: String) {
    runtime.send(LiveActivityReport(ending: id))
  }
}

extension LiveActivities: LoggingPlugin {
  /// Before the registration, which sends what this reads in the background.
  public var priority: ObserverPriority { .high }

  /// Reads the store and ActivityKit, and follows its reports.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { feature, effect in
      switch effect {
      case .read: return feature.source.read()
      case .end(let id): feature.source.end(id)
      case .publish: feature.publish?(feature.state)
      }
      return nil
    }
    source.start { [weak runtime] in runtime?.send($0) }
  }

  /// Follows no more reports.
  public func detach() {
    source.stop()
    runtime.detach()
  }
}

extension LiveActivities: BackgroundRefresher {
  /// Reads ActivityKit.
  ///
  /// - Returns: New data if it reports something new, and failed if the store could not be read yet.
  public func performBackgroundRefresh() async throws -> FetchResult {
    try await runtime.work()
  }
}
