import Foundation
public import Observation
public import PushHub

/// Keeps the tokens with which a server starts, updates and ends the app's Live Activities.
///
/// It compares the reports of ActivityKit with its state, and stores the state across launches. A
/// ``DeviceRegistration`` that follows it sends the tokens to the server.
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
/// - Tokens: A token that is missing is unknown; a missing token deletes nothing.
/// - Background: A refresh in the background waits until the server has answered, and up to 10 s for the
///   token of an activity that has just started.
/// - Endings: An activity that is over is never registered again. The user has dismissed it if ActivityKit
///   reports so while it is active, before the system's limit, and if the app has not called ``end(_:)`` or
///   ``willEnd(_:)``. Every other ending is an end.
/// - Accounts: An activity belongs to the account that was signed in when it started, also after a launch.
///   One that started without an account belongs to none.
/// - Store: A store that can't be read yet is not replaced. Reports wait meanwhile.
@MainActor
@Observable
public final class LiveActivities {
  /// Called with each event, at once; for logs and tests.
  @ObservationIgnored public var log: ((LiveActivitiesEvent) -> Void)?

  @ObservationIgnored let source: any LiveActivitySource
  @ObservationIgnored let runtime: ManualFeatureRuntime<LiveActivitiesCore>
  @ObservationIgnored let wantsFrequentUpdates: Bool

  /// Sends the tokens to the server.
  @ObservationIgnored weak var recipient: (any LiveActivityRecipient)?

  /// Creates a feature that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - source: ActivityKit.
  ///   - store: Stores the state across launches; for this feature alone.
  ///   - endsActivitiesOnSignOut: Whether an account's activities end when it signs out.
  ///   - wantsFrequentUpdates: Whether a checkup reports that frequent updates are off.
  public init(
    source: any LiveActivitySource,
    store: any Store<LiveActivitiesState>,
    endsActivitiesOnSignOut: Bool = false,
    wantsFrequentUpdates: Bool = false
  ) {
    self.source = source
    self.wantsFrequentUpdates = wantsFrequentUpdates
    runtime = ManualFeatureRuntime(
      LiveActivitiesCore(endsActivitiesOnSignOut: endsActivitiesOnSignOut),
      observes: [.received],
      store: store
    )
  }
}

extension LiveActivities {
  /// The tokens and activities.
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
  /// A priority before the registration, which sends what this feature reads in the background.
  public var priority: ObserverPriority { .high }

  /// Reads the store and ActivityKit, and follows the reports of ActivityKit.
  public func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { feature, effect in
      switch effect {
      case .read: return feature.source.read()
      case .end(let id): feature.source.end(id)
      case .publish: feature.recipient?.receive(feature.state)
      }
      return nil
    }
    source.start { [weak runtime] in runtime?.send($0) }
  }

  /// Ends following the reports.
  public func detach() {
    source.stop()
    runtime.detach()
  }
}

extension LiveActivities: BackgroundWorker {
  /// `false`: it reads ActivityKit on each push anyway.
  public var worksOnPushes: Bool { false }

  /// Reads ActivityKit, waits for the token of an activity that has just started, and then for the answer of
  /// the server.
  ///
  /// - Returns: New data if ActivityKit reports something new, and failed if the store could not be read yet or
  ///   if the server has not acknowledged the record.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    let result = try await runtime.work()
    return try await recipient?.sendTokens() == .failed ? .failed : result
  }
}

/// An object that sends the tokens of ``LiveActivities`` to a server.
@MainActor
protocol LiveActivityRecipient: AnyObject {
  /// Receives the state when it has changed, once ActivityKit was read.
  func receive(_ state: LiveActivitiesState)

  /// Returns the date when the server acknowledged a token; `nil` if it has not.
  func acknowledgement(of token: PushToken) -> Date?

  /// Waits for the answer to a request that is due.
  func sendTokens() async throws -> FetchResult
}
