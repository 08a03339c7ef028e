import PushHub
import PushHubTesting

@testable import PushHubObservers

/// An app with a badge dot, a listener under control, and everything written down.
class BadgeDotApp: AppFixture {
  /// A listener that reports what the test says, each subscription by a stream of its own.
  @MainActor
  final class Listener: LatestNotificationSource {
    private(set) var accounts: [AccountID] = []
    private(set) var streams: [ScheduledStream<[NotificationCursor]>] = []

    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      accounts.append(account)
      streams.append(ScheduledStream())
      return streams[streams.count - 1]
    }
  }

  let app = SimulatedApp()
  let listener = Listener()
  let store = FailingStore<[String: ReadMark]>()
  let badge: BadgeDot
  private(set) var log: [BadgeDotEvent] = []
  var onLog: ((BadgeDotEvent) -> Void)?

  init(
    store: (any Store<[String: ReadMark]>)? = nil,
    configuration: BadgeDot.Configuration = BadgeDot.Configuration(listPage: "list")
  ) {
    badge = BadgeDot(
      source: listener,
      store: store ?? self.store,
      configuration: configuration,
      generator: FixedGenerator.most
    )
    badge.log = { [weak self] entry in
      self?.log.append(entry)
      self?.onLog?(entry)
    }
  }

  var state: BadgeDotState { badge.state }

  /// What is stored of an account.
  func storedMark(of account: AccountID) -> ReadMark? { store.value?[account.rawValue] }

  /// Stores a mark as another process does.
  func storeMark(_ mark: ReadMark, of account: AccountID) {
    store.value = (store.value ?? [:]).merging([account.rawValue: mark], uniquingKeysWith: max)
  }

  func attach() {
    context.attach(badge)
  }

  func detach() {
    context.detach(badge)
  }

  /// Signs Ann in, attached, with a list up to 3 that is the baseline.
  func start() async {
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    attach()
    await settle()
    await report(1, 2, 3)
    log = []
  }

  func report(_ orders: Int...) async {
    listener.streams.last?.send(orders.map(NotificationCursor.numbered))
    await settle()
  }

  func fail() async {
    listener.streams.last?.finish(throwing: Unavailable(description: "down"))
    await settle()
  }
}
