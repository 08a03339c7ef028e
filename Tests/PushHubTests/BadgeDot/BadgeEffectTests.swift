import PushHub
import PushHubObservers
import Testing

struct BadgeEffectTests {
  private func state(
    _ isShown: Bool,
    isKnown: Bool = true,
    account: String = "ann"
  ) -> BadgeDotState {
    var state = BadgeDotState()
    state.account = .init(rawValue: account)
    state.isShown = isShown
    state.isKnown = isKnown
    return state
  }

  @Test func `from read to unread the dot appears, and back it disappears`() {
    let coming = BadgeEffect(from: state(false), to: state(true))
    #expect(coming.kind == .appear)
    #expect(coming.isAnimated)
    #expect(coming.spokenLabel == "New notifications")
    let going = BadgeEffect(from: state(true), to: state(false))
    #expect(going.kind == .disappear)
    #expect(going.spokenLabel == "No new notifications")
  }

  @Test(arguments: [false, true])
  func `there is no appear effect on first binding`(isShown: Bool) {
    let effect = BadgeEffect(from: nil, to: state(isShown))
    #expect(effect.kind == .none)
    #expect(!effect.isAnimated)
  }

  @Test func `there is none for the first snapshot of an account`() {
    #expect(BadgeEffect(from: state(false, isKnown: false), to: state(true)).kind == .none)
  }

  @Test func `there is none from one account to another, nor on sign-out`() {
    #expect(BadgeEffect(from: state(false), to: state(true, account: "bob")).kind == .none)
    #expect(BadgeEffect(from: state(true), to: BadgeDotState()).kind == .none)
  }

  @Test func `there is none without a change`() {
    var stale = state(true)
    stale.isStale = true
    #expect(BadgeEffect(from: state(true), to: stale).kind == .none)
  }

  @Test func `with reduced motion the dot comes without moving`() {
    let effect = BadgeEffect(from: state(false), to: state(true), reducesMotion: true)
    #expect(effect.kind == .appear)
    #expect(!effect.isAnimated)
  }

  @Test func `labels are the app's`() {
    let labels = BadgeEffect.Labels(unread: "Neues", read: "Nichts Neues")
    #expect(BadgeEffect(from: nil, to: state(true), labels: labels).spokenLabel == "Neues")
  }
}
