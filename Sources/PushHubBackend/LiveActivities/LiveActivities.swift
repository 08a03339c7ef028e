import Foundation
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
///   ``willEnd(_:)``. One that was stale then, or that ActivityKit has no longer without a report, is gone, which is
///   neither. Every other ending is an end.
/// - Time: A wall clock that is set ahead within a process, or ahead and back, has no effect. If it is set back further,
///   dates in the future move with it. A stored date in the future is corrected, and nothing is forgotten before the
///   clock has been right for an hour.
/// - Accounts: An activity belongs to the account that the app names or, without one, to the account that was shown
///   when it started, also after a launch. One that started without either belongs to none.
/// - Store: A store that can't be read yet is not replaced. Reports wait meanwhile.
@MainActor
public final class LiveActivities: PushFeature {
  /// Runs the core.
  public let runtime: FeatureRuntime<LiveActivitiesCore>

  let source: any LiveActivitySource
  let wantsFrequentUpdates: Bool

  /// Sends the tokens to the server.
  weak var recipient: (any LiveActivityRecipient)?

  /// Creates a feature that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - source: ActivityKit.
  ///   - store: Stores the state across launches; for this feature alone.
  ///   - endsActivitiesOnSignOut: Whether an account's activities end when it signs out.
  ///   - wantsFrequentUpdates: Whether a checkup reports that frequent updates are off.
  public init(
    source: any LiveActivitySource,
    store: any Store<LiveActivitiesCore.Values>,
    endsActivitiesOnSignOut: Bool = false,
    wantsFrequentUpdates: Bool = false
  ) {
    self.source = source
    self.wantsFrequentUpdates = wantsFrequentUpdates
    runtime = FeatureRuntime(
      LiveActivitiesCore(endsActivitiesOnSignOut: endsActivitiesOnSignOut),
      store: store
    )
  }
}

extension LiveActivities {
  /// Ends an activity at once, and removes it from the Lock Screen.
  ///
  /// ActivityKit may not list the activity yet, or for a moment. It is read again within seconds, and whenever it
  /// lists the activity in the next week, the activity is ended again.
  ///
  /// To show its last content for a while, call ``willEnd(_:)`` and ActivityKit's `end` instead.
  public func end(_ id: String) {
    send(LiveActivityReport(ending: id))
  }

  /// Announces that the app is about to end an activity, so that the end is not taken for the user's.
  public func willEnd(_ id: String) {
    var report = LiveActivityReport(ending: id)
    report.isAnnounced = true
    send(report)
  }

  /// Reads ActivityKit; an empty report says that it has nothing new.
  private func read() {
    var report = source.read()
    if report.all != nil { report.types = source.types }
    send(report == runtime.kernel.core.latest ? LiveActivityReport() : report)
  }
}

// MARK: - Feature

extension LiveActivities {
  /// A priority before the registration, which sends what this feature reads in the background.
  public var priority: ObserverPriority { .high }

  /// Returns a report of ActivityKit or the app, unless it is empty.
  public static func record(
    of input: KernelRecord<LiveActivitiesCore>
  ) -> (any FeatureRecord)? {
    if case .action(let report) = input.content, report != LiveActivityReport() {
      report
    } else {
      nil
    }
  }

  /// Follows ActivityKit and reads it, or ends that.
  public func attachmentDidChange(isAttached: Bool) {
    guard isAttached else { return source.stop() }
    source.start { [weak self] in self?.send($0) }
    read()
  }

  /// Reads ActivityKit, ends an activity, or passes the state on.
  public func perform(_ effect: LiveActivitiesCore.Effect) {
    switch effect {
    case .read: read()
    case .end(let id): source.end(id)
    case .signOut(let id): end(id)
    case .publish: recipient?.receive(state)
    }
  }

  /// `false`: it reads ActivityKit on each push anyway.
  public var worksOnPushes: Bool { false }

  /// Reads ActivityKit, waits for the token of an activity that has just started, and then for the answer of
  /// the server.
  ///
  /// - Returns: New data if ActivityKit reports something new, and failed if the store could not be read yet or
  ///   if the server has not acknowledged the record.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    let result = try await runtime.work(isRefresh: true)
    return try await recipient?.performBackgroundWork(for: nil) == .failed ? .failed : result
  }
}

/// An object that sends the tokens of ``LiveActivities`` to a server.
protocol LiveActivityRecipient: BackgroundWorker {
  /// Receives the state when it has changed, once ActivityKit was read.
  func receive(_ state: LiveActivitiesState)

  /// Returns the date when the server acknowledged a token; `nil` if it has not.
  func acknowledgement(of token: PushToken) -> Date?
}
