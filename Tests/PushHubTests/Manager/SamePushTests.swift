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

  @Test func `with ids these alone decide, whatever a service extension has changed`() throws {
    let first = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
    #expect(isSame(first, #"{"aps":{"alert":"Hi, Ann"},"gcm.message_id":"m1"}"#))
    #expect(try !isSame(first, #"{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}"#))
    #expect(try !isSame(first, #"{"aps":{"alert":"Hi"}}"#))
  }

  @Test func `one id of two senders is of two pushes`() throws {
    let first = #"{"aps":{},"gcm.message_id":"1234567890123"}"#
    let other = #"{"aps":{},"_j_msgid":1234567890123}"#
    #expect(try !isSame(first, other))
    #expect(try !isSame(other, first))
  }

  @Test func `without ids all that was sent decides`() throws {
    #expect(isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi"}}"#))
    #expect(try !isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi, Ann"}}"#))
  }
}
