import PushHubTesting
import Testing

@testable import PushHubObservers

@MainActor
struct BadgeTreePolicyTests {
  let tree = BadgeTree(scheduler: ManualScheduler())

  @Test func `an observed node and those above it follow a change of policy`() {
    let chat = tree["tabs/chat"]
    let tabs = tree["tabs"]
    tree.set(.number(3), at: "tabs/chat", because: "test")
    tree.setPolicy(BadgePolicy(isDotOnly: true), at: "tabs/chat")
    #expect(chat.badge.mark == .dot)
    #expect(tabs.badge.number == 3)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "tabs/chat")
    #expect(chat.badge == Badge(.number(3), isMuted: true))
    #expect(tabs.badge.mark == .none)
    tree.setPolicy(BadgePolicy(), at: "tabs/chat")
    #expect(chat.badge == .number(3))
    #expect(tabs.badge.number == 3)
  }

  @Test func `muting what is not known yet lets those above it be known`() {
    let tabs = tree["tabs"]
    tree.set(.number(3), at: "tabs/home", because: "test")
    tree.set(.unknown, at: "tabs/chat", because: "test")
    #expect(!tabs.badge.isKnown)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "tabs/chat")
    #expect(tabs.badge.isKnown)
    tree.setPolicy(BadgePolicy(), at: "tabs/chat")
    #expect(!tabs.badge.isKnown)
  }
}
