import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Whether the launch's payload and that of an answer are of one push.
struct SamePushTests: AppFixture {
  let app = SimulatedApp()

  private func isSame(_ one: String, _ other: String) -> Bool {
    manager.isSamePush(payload(one), payload(other))
  }

  @Test func `with ids these alone decide, whatever a service extension has changed`() {
    let first = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
    #expect(isSame(first, #"{"aps":{"alert":"Hi, Ann"},"gcm.message_id":"m1"}"#))
    #expect(!isSame(first, #"{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}"#))
    #expect(!isSame(first, #"{"aps":{"alert":"Hi"}}"#))
  }

  @Test func `one id of two senders is of two pushes`() {
    let first = #"{"aps":{},"gcm.message_id":"1234567890123"}"#
    let other = #"{"aps":{},"_j_msgid":1234567890123}"#
    #expect(!isSame(first, other))
    #expect(!isSame(other, first))
  }

  @Test func `without ids all that was sent decides`() {
    #expect(isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi"}}"#))
    #expect(!isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi, Ann"}}"#))
  }
}
