import Foundation
import PushHub
import PushHubAlerts
import Testing

/// Clocks on the wall that show no time, or none that can be.
@MainActor
struct PermissionClockTests {
  private let clock = WrongClock()
  private let lifecycle = AppLifecycle()
  private let authority = ControlledAuthority()
  private let presenter = ControlledPresenter()
  private let store = FailingPermissionStore()

  private func launch(_ log: Holder<[PermissionLogEntry]> = Holder([])) async -> PermissionPolicy {
    let policy = PermissionPolicy(authority: authority, presenter: presenter, store: store)
    policy.log = { log.value.append($0) }
    PluginContext(
      push: NotificationManager(scheduler: clock.base),
      lifecycle: lifecycle,
      scheduler: clock
    ).attach(policy)
    lifecycle.setPhase(.active)
    await clock.base.settle()
    return policy
  }

  private func moment(_ policy: PermissionPolicy) async {
    policy.noteMomentOfValue()
    await clock.base.settle()
  }

  private func answer(_ answer: PermissionAnswer) async {
    presenter.answer(answer)
    await clock.base.settle()
  }

  /// Says no while the clock shows something else, and starts the process after that, when it does not.
  private func refuse(at seconds: Double) async -> PermissionPolicy {
    clock.shown = seconds
    await answer(.later)
    clock.shown = nil
    return await launch()
  }

  @Test(arguments: WrongClock.bad)
  func `whatever the clock shows, a moment is not lost and not looked at without end`(
    seconds: Double
  ) async {
    let policy = await launch()
    clock.shown = seconds
    await moment(policy)
    #expect(await clock.advance(by: .seconds(300)) <= 5)
    clock.shown = nil
    #expect(await clock.advance(by: .seconds(60)) <= 1)
    #expect(presenter.questionCount == 1)
    await answer(.accepted)
    #expect(authority.requests.last == .question)
    authority.answer(.authorized)
    await clock.base.settle()
    #expect(policy.state.level == .authorized)
    #expect(clock.base.pendingCount == 0)
  }

  @Test(arguments: WrongClock.bad)
  func `a process that begins while the clock shows no time asks when it shows one`(
    seconds: Double
  ) async {
    clock.shown = seconds
    let policy = await launch()
    await moment(policy)
    #expect(await clock.advance(by: .seconds(300)) <= 5)
    clock.shown = nil
    _ = await clock.advance(by: .seconds(60))
    #expect(presenter.questionCount == 1)
    presenter.answer(.later)
    await moment(policy)
    #expect(presenter.questionCount == 1)
    _ = await clock.advance(by: .seconds(30 * 86_400))
    await moment(policy)
    #expect(presenter.questionCount == 2)
  }

  @Test(arguments: WrongClock.timeless)
  func `a refusal holds as long as nobody knows what time it is`(seconds: Double) async {
    let policy = await launch()
    await moment(policy)
    await answer(.later)
    clock.shown = seconds
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    await moment(policy)
    #expect(await clock.advance(by: .seconds(600)) <= 10)
    clock.shown = nil
    _ = await clock.advance(by: .seconds(120))
    #expect(presenter.questionCount == 1)
    _ = await clock.advance(by: .seconds(30 * 86_400))
    await moment(policy)
    #expect(presenter.questionCount == 2)
  }

  @Test(arguments: WrongClock.timeless)
  func `an answer that comes while the clock shows no time is kept`(seconds: Double) async {
    let policy = await launch()
    await moment(policy)
    clock.shown = seconds
    await answer(.accepted)
    #expect(authority.requests.last == .question)
    authority.answer(.denied)
    await clock.base.settle()
    #expect(policy.state.way == .settings)
    let log = Holder<[PermissionLogEntry]>([])
    let next = await launch(log)
    #expect(next.state.way == .settings)
    #expect(log.value == [])
  }

  @Test(arguments: WrongClock.timeless)
  func `a refusal that comes while the clock shows no time is kept`(seconds: Double) async {
    let policy = await launch()
    await moment(policy)
    let next = await refuse(at: seconds)
    await moment(next)
    #expect(presenter.questionCount == 1)
    _ = await clock.advance(by: .seconds(30 * 86_400))
    await moment(next)
    #expect(presenter.questionCount == 2)
  }

  @Test(arguments: WrongClock.timeless)
  func `a refusal is kept where the clock showed a time only at the moment of value`(
    seconds: Double
  ) async {
    clock.shown = seconds
    let policy = await launch()
    clock.shown = nil
    await moment(policy)
    let next = await refuse(at: seconds)
    await moment(next)
    #expect(presenter.questionCount == 1)
  }

  @Test(arguments: WrongClock.timeless)
  func `a store that is damaged while the clock shows no time is a refusal of when it does`(
    seconds: Double
  ) async {
    store.data = Data("damaged".utf8)
    clock.shown = seconds
    let policy = await launch()
    clock.shown = nil
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    await moment(policy)
    #expect(presenter.questionCount == 0)
    _ = await clock.advance(by: .seconds(30 * 86_400))
    await moment(policy)
    #expect(presenter.questionCount == 1)
  }

  @Test func `a moment that waits for the clock has passed when the app is left`() async {
    let log = Holder<[PermissionLogEntry]>([])
    let policy = await launch(log)
    clock.shown = .nan
    await moment(policy)
    #expect(log.value == [])
    lifecycle.setPhase(.background)
    _ = await clock.advance(by: .seconds(60))
    #expect(log.value == [.passedOver(.notActive)])
    #expect(clock.base.pendingCount == 0)
  }

  @Test func `a moment that waits for the clock survives what is read meanwhile`() async {
    let policy = await launch()
    clock.shown = .infinity
    await moment(policy)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    clock.shown = nil
    _ = await clock.advance(by: .seconds(60))
    #expect(presenter.questionCount == 1)
  }

  @Test func `a second moment takes the place of one that waits for the clock`() async {
    let policy = await launch()
    clock.shown = .nan
    await moment(policy)
    clock.shown = nil
    await moment(policy)
    #expect(presenter.questionCount == 1)
    await answer(.later)
    #expect(clock.base.pendingCount == 0)
  }

  @Test func `who lets go leaves no look at the clock behind`() async {
    let policy = await launch()
    clock.shown = .nan
    await moment(policy)
    #expect(clock.base.pendingCount == 1)
    policy.detach()
    #expect(clock.base.pendingCount == 0)
    clock.shown = nil
    let context = PluginContext(
      push: NotificationManager(scheduler: clock.base),
      lifecycle: lifecycle,
      scheduler: clock
    )
    context.attach(policy)
    _ = await clock.advance(by: .seconds(60))
    #expect(presenter.questionCount == 0)
  }
}
