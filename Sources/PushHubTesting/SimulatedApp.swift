public import Foundation
public import PushHub

/// An app at a simulated time, for tests of whole features.
///
/// ```swift
/// let app = SimulatedApp()
/// try app.host.install(feature, named: "feature")
/// app.lifecycle.setAccount("ann")
/// app.manager.receive(PushPayload(userInfo: ["aps": ["badge": 1]]), via: .remote)
/// await app.clock.settle()
/// ```
///
/// Time stands still until the test advances the clock. Each app has its own manager and lifecycle.
/// When the app is deallocated, a debug build checks that its manager counted every event.
@MainActor
public final class SimulatedApp {
  /// The time.
  public let clock: ManualScheduler

  /// The source of pushes and responses.
  public let manager: NotificationManager

  /// Phases, pages and accounts.
  public let lifecycle = AppLifecycle()

  /// The features.
  public let host: PluginHost

  /// The manager's log, in order.
  ///
  /// A test that replaces the manager's `log` receives the entries in its place.
  public private(set) var log: [PushLogEntry] = []

  /// Starts an app in the background, without an account.
  ///
  /// ```swift
  /// let app = SimulatedApp { $0.journalCapacity = 2 }
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The time. Pass the clock of a former app to launch an app again.
  ///   - signIns: The times of the accounts' sign-ins. Pass the store of a former app to launch an app again.
  ///   - configure: Changes the default configuration of the manager.
  public init(
    clock: ManualScheduler = ManualScheduler(),
    signIns: any Store<[AccountID: Date]> = MemoryStore(),
    configure: (inout NotificationManager.Configuration) -> Void = { _ in }
  ) {
    var configuration = NotificationManager.Configuration()
    configure(&configuration)
    self.clock = clock
    manager = NotificationManager(
      configuration: configuration,
      scheduler: clock,
      signIns: signIns
    )
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    lifecycle.add(manager, priority: .first)
    manager.log = { [weak self] in self?.log.append($0) }
  }

  isolated deinit {
    let mistake = manager.statistics.mistake
    assert(mistake == nil, mistake ?? "")
  }
}

extension PushStatistics {
  /// A description of counts that don't add up while no event is being delivered, or `nil`.
  package var mistake: String? {
    let discarded = self[.expired] + self[.overflowed] + self[.signedOut]
    let isBalanced =
      self[.held] + opened == collected + handled + discarded + waiting
      && self[.unhandled] <= opened && self[.answeredLate] <= self[.late]
    return isBalanced ? nil : "These counts don't add up: \(self)."
  }
}
