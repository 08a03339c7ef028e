import Testing

@testable import PushHub
@testable import PushHubAlerts
@testable import PushHubRecorder
@testable import TestSupport

/// Records about a message match it in a redacted recording too.
struct MessageRedactionTests {
  private static let pushes = [
    #"{"aps":{},"_j_msgid":1234567890123}"#, #"{"aps":{},"_j_msgid":"1234567890123"}"#,
    #"{"aps":{},"gcm.message_id":"0:ann%1"}"#,
  ]

  @Test(arguments: pushes)
  func `the message of a removal is that of the redacted push`(push: String) throws {
    let (redactor, id, redacted) = try redaction(of: push)
    let removal = KernelRecord<DeliveredNotificationsCore>(.action([.message(id)]))
    let record = try TestSupport.redacted(removal, by: redactor)
    guard case .action(let subjects) = record?.content else {
      Issue.record("It is another record.")
      return
    }
    #expect(subjects.contains(where: redacted.contains))
    #expect(!subjects.contains(.message(id)))
  }

  private func redaction(
    of push: String
  ) throws -> (TranscriptRedactor, id: String, redacted: [NotificationSubject]) {
    let redactor = TranscriptRedactor()
    let payload = payload(push)
    let redacted = try redacted(payload, by: redactor)
    let identification = PushIdentification()
    let id = try #require(identification.identity(of: payload).messageID)
    let identity = identification.identity(of: redacted)
    return (redactor, id, NotificationSubject.all(of: redacted, identity))
  }
}
