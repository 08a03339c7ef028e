import Foundation
import PushHub
import PushHubObservers
import Testing

/// A server whose answers take simulated time, as in a transcript that is played.
@MainActor
struct UnreadSyncSleepTests {
  /// Counts its calls, and takes two seconds for each.
  @MainActor
  private final class SlowSource: UnreadCountSource {
    private(set) var callCount = 0
    private(set) var cancellationCount = 0
    private let scheduler: ManualScheduler
    var isDead = false

    init(on scheduler: ManualScheduler) {
      self.scheduler = scheduler
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      callCount += 1
      do {
        try await scheduler.sleep(until: scheduler.now + .seconds(2))
      } catch {
        cancellationCount += 1
        throw error
      }
      if isDead { throw ControlledSource.Failure() }
      return callCount
    }
  }

  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let source: SlowSource
  private let sync: UnreadSync

  init() {
    source = SlowSource(on: scheduler)
    sync = UnreadSync(
      source: source,
      configuration: .homeAndMail,
      generator: SeededGenerator(seed: 1),
      notificationCenter: NotificationCenter()
    )
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("ann")
    let context = PluginContext(push: StubPushSubject(), lifecycle: lifecycle, scheduler: scheduler)
    context.attach(sync)
  }

  /// Lets time pass from deadline to deadline, with the work of each done before the next.
  private func pass(_ duration: Duration) async {
    let end = scheduler.now + duration
    await scheduler.settle()
    while let deadline = scheduler.nextDeadline, deadline <= end {
      scheduler.advance(to: deadline)
      await scheduler.settle()
    }
    scheduler.advance(to: end)
  }

  @Test func `an answer comes when its time has come`() async {
    await pass(.milliseconds(1_999))
    #expect(sync.state == UnreadState())
    await pass(.milliseconds(1))
    #expect(sync.state == UnreadState(count: 1))
    await pass(.seconds(60))
    #expect(sync.state == UnreadState(count: 2))
  }

  @Test func `an account that leaves wakes the sleeping source with a cancellation`() async {
    await pass(.seconds(1))
    lifecycle.setAccount("bob")
    await scheduler.settle()
    #expect(source.cancellationCount == 1)
    #expect(source.callCount == 2)
    await pass(.seconds(2))
    #expect(sync.state == UnreadState(count: 2))
  }

  @Test func `a server dead for a day is asked no polling storm, and found when it is back`() async
  {
    await pass(.seconds(10))
    source.isDead = true
    await pass(.seconds(86_400))
    #expect((1_400..<3_500).contains(source.callCount))
    #expect(sync.state == UnreadState(count: 1, isStale: true))
    source.isDead = false
    let callCount = source.callCount
    await pass(.seconds(62))
    #expect(source.callCount > callCount)
    #expect(!sync.state.isStale)
  }
}
