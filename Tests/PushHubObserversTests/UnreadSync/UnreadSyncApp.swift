import Foundation
import PushHub
import PushHubObservers
import PushHubTesting

@testable import TestSupport

/// An app with an unread sync, a server under control, and everything written down.
class UnreadSyncApp: AppFixture {
  /// The counts that were posted, in order.
  private final class Posts: Sendable {
    let counts = Lock<[Int]>([])
  }

  let app = SimulatedApp()
  let center = NotificationCenter()
  let source: ControlledSource
  let sync: UnreadSync
  private(set) var log: [UnreadSyncEvent] = []
  private(set) var skips: [UnreadSyncObstacle] = []
  var onLog: ((UnreadSyncEvent) -> Void)?
  private var beginningCount = 0
  private let posts = Posts()

  init(
    _ configuration: UnreadSync.Configuration = .homeAndMail,
    store: (any Store<UnreadSyncCore.Values>)? = nil,
    heedsCancellation: Bool = true
  ) {
    source = ControlledSource(heedsCancellation: heedsCancellation)
    sync = UnreadSync(
      source: source,
      configuration: configuration,
      store: store,
      generator: FixedGenerator.most,
      notificationCenter: center
    )
    sync.log = { [weak self] entry in
      self?.note(entry)
    }
    _ = center.addObserver(forName: .unreadCountDidChange, object: nil, queue: nil) {
      [posts] notification in
      guard let count = notification.userInfo?["count"] as? Int else { return }
      posts.counts.withLock { $0.append(count) }
    }
  }

  var state: UnreadState { sync.state }
  var postedCounts: [Int] { posts.counts.withLock { $0 } }

  var reasons: [UnreadSyncReason] {
    log.compactMap {
      if case .sync(let reason) = $0 { reason } else { nil }
    }
  }

  func attach() {
    context.attach(sync)
  }

  func detach() {
    context.detach(sync)
  }

  /// Answers the last call, and returns when nothing is under way any more.
  func answer(_ count: Int) async {
    await source.waitForCall(beginningCount)
    source.answer(count)
    await settle()
  }

  /// Lets the last call fail, and returns when nothing is under way any more.
  func fail(_ failure: any Error = Unavailable()) async {
    await source.waitForCall(beginningCount)
    source.fail(failure)
    await settle()
  }

  /// Signs Ann in, attached and on the home page, and lets the server say three.
  func startAtHome() async {
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("ann")
    attach()
    await answer(3)
    log = []
    posts.counts.withLock { $0 = [] }
  }

  private func note(_ entry: UnreadSyncEvent) {
    if case .skipped(let obstacle) = entry {
      skips.append(obstacle)
    } else {
      log.append(entry)
    }
    if case .sync = entry {
      beginningCount += 1
    }
    onLog?(entry)
  }
}

extension UnreadSync.Configuration {
  /// Two tracked pages, and every push asked for at once.
  static var homeAndMail: Self { Self(trackedPages: ["home", "mail"], spread: .zero) }

  /// Two tracked pages, and pushes spread over five minutes.
  static var spreading: Self { Self(trackedPages: ["home", "mail"], spread: .seconds(300)) }
}
