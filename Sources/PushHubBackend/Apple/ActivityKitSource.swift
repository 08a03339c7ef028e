// Linux has the stubs of the tests.
#if canImport(ActivityKit) && (os(iOS) || os(Linux)) && !targetEnvironment(macCatalyst)
// ActivityKit does not declare its classes as Sendable, and ends activities on any thread.
@unsafe @preconcurrency public import ActivityKit
import Foundation
public import PushHub

/// ActivityKit, for the attributes types that an app follows.
///
/// ```swift
/// let source = ActivityKitSource()
/// source.follow(DeliveryAttributes.self) { $0.order }
/// ```
///
/// Its sequences begin when ``LiveActivities`` is attached. A sequence that has ended begins again the next time
/// that ActivityKit is read. iOS has tokens that start activities since version 17.2.
@MainActor
public final class ActivityKitSource: LiveActivitySource {
  /// The names of the attributes types that it follows.
  public private(set) var types: [String] = []

  private var readings: [(inout LiveActivityReport) -> Void] = []
  private var endings: [(String) -> Void] = []

  /// The contents that activities had while they were shown, by identifier.
  private var contents: [String: AnyHashable] = [:]
  private var receive: ((LiveActivityReport) -> Void)?
  private var tasks: [String: Task<Void, Never>] = [:]

  /// Creates a source that follows no type yet.
  public init() {}

  deinit {
    for task in tasks.values { task.cancel() }
  }
}

extension ActivityKitSource {
  /// Follows the activities of an attributes type.
  ///
  /// - Parameters:
  ///   - type: The type; a push that starts an activity has its name.
  ///   - channel: The broadcast channel with which the app has started an activity, if there is one.
  ///   - account: The account of an activity; without one, it is the account that is shown when it starts.
  ///   - name: The app's own name for an activity, such as the number of an order.
  public func follow<Attributes: ActivityAttributes>(
    _ type: Attributes.Type,
    channel: @escaping (Attributes) -> String? = { _ in nil },
    account: @escaping (Attributes) -> AccountID? = { _ in nil },
    name: @escaping (Attributes) -> String?
  ) {
    typealias System = Activity<Attributes>
    let type = String(describing: type)
    types.append(type)
    let report = { [weak self] (activity: System, token: Data?, state: ActivityState) in
      var state = LiveActivity.State(state)
      if state != .dismissed {
        self?.contents[activity.id] = activity.content.state
      } else if activity.content.staleDate.map({ $0.timeIntervalSinceNow < 0 }) == true
        || self?.contents[activity.id] != AnyHashable(activity.content.state)
      {
        // The content was out of date, or comes from the push that has ended it.
        state = .gone
      }
      return LiveActivity(
        id: activity.id,
        type: type,
        name: name(activity.attributes),
        token: token.map { PushToken($0) },
        channel: channel(activity.attributes),
        state: state,
        account: account(activity.attributes)
      )
    }
    let watch = { [weak self] (activity: System) -> LiveActivity in
      self?.follow("content \(activity.id)") {
        for await content in activity.contentUpdates where !Task.isCancelled {
          if activity.activityState != .dismissed { self?.contents[activity.id] = content.state }
        }
      }
      self?.follow("token \(activity.id)") {
        for await token in activity.pushTokenUpdates where !Task.isCancelled {
          let changed = report(activity, token, activity.activityState)
          self?.receive?(LiveActivityReport(changed: changed))
        }
      }
      self?.follow("state \(activity.id)") {
        for await state in activity.activityStateUpdates where !Task.isCancelled {
          self?.receive?(LiveActivityReport(changed: report(activity, activity.pushToken, state)))
        }
      }
      return report(activity, activity.pushToken, activity.activityState)
    }
    endings.append { id in
      for activity in System.activities where activity.id == id {
        Task { await activity.end(nil, dismissalPolicy: .immediate) }
      }
    }
    readings.append { [weak self] all in
      all.all = (all.all ?? []) + System.activities.map(watch)
      if #available(iOS 17.2, *) {
        all.startTokens?[type] = System.pushToStartToken.map { Private(PushToken($0)) }
        self?.follow("start \(type)") {
          for await token in System.pushToStartTokenUpdates where !Task.isCancelled {
            self?.receive?(LiveActivityReport(startTokens: [type: PushToken(token)]))
          }
        }
      }
      self?.follow("activities \(type)") {
        for await activity in System.activityUpdates where !Task.isCancelled {
          self?.receive?(LiveActivityReport(changed: watch(activity)))
        }
      }
    }
  }

  /// Runs what reports the elements of a sequence until it ends, once at a time.
  private func follow(_ name: String, _ reportAll: @escaping @MainActor () async -> Void) {
    guard receive != nil, tasks[name] == nil else { return }
    tasks[name] = Task { [weak self] in
      await reportAll()
      if !Task.isCancelled { self?.tasks[name] = nil }
    }
  }

  /// Reads the properties of ActivityKit, and begins the sequences that have ended.
  public func read() -> LiveActivityReport {
    let permissions = ActivityAuthorizationInfo()
    var report = LiveActivityReport(all: [], startTokens: [:])
    report.isSupported =
      Bundle.main.object(forInfoDictionaryKey: "NSSupportsLiveActivities") as? Bool ?? false
    report.isAllowed = permissions.areActivitiesEnabled
    report.allowsFrequentUpdates = permissions.frequentPushesEnabled
    for reading in readings { reading(&report) }
    return report
  }

  /// Begins the sequences.
  public func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {
    self.receive = receive
    _ = read()
  }

  /// Ends the sequences.
  public func stop() {
    receive = nil
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Ends an activity that ActivityKit lists now, with an immediate dismissal.
  public func end(_ id: String) {
    for ending in endings { ending(id) }
  }
}

extension LiveActivity.State {
  fileprivate init(_ state: ActivityState) {
    switch state {
    case .active: self = .active
    case .stale: self = .stale
    case .ended: self = .ended
    case .dismissed: self = .dismissed
    default: self = .pending
    }
  }
}
#endif
