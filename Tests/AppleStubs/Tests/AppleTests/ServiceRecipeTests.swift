import Foundation
import Intents
import PushHub
import PushHubObservers
import Synchronization
import Testing
@preconcurrency import UserNotifications

/// The code of the article on service extensions.
@Suite(.serialized)
struct ServiceRecipeTests {
  @Test func `what was sealed is shown once it is opened`() async {
    let sealed = Data(#"{"sender":"Ann","text":"At six"}"#.utf8.reversed()).base64EncodedString()
    let shown = await shown(
      by: { SealedService() },
      #"{"aps":{"alert":"x","mutable-content":1},"sealed":"\#(sealed)"}"#
    )
    #expect(shown == ["Ann", "At six"])
  }

  @Test(arguments: [#""AAAA""#, #""no base 64!""#, "7", "null"])
  func `what can't be opened is shown with the neutral text that came`(sealed: String) async {
    let shown = await shown(by: { SealedService() }, #"{"aps":{"alert":"x"},"sealed":\#(sealed)}"#)
    #expect(shown == ["New message", ""])
  }

  @Test func `a message of a conversation is shown with its sender, and donated`() async throws {
    let shown = await shown(
      by: { ConversationService() },
      #"{"aps":{"alert":"x"},"sender":"Ann"}"#,
      thread: "c1"
    )
    #expect(shown == ["Ann", "", "from Ann"])
    #expect(INInteraction.stubDonations.withLock { $0.contains("c1") })
  }

  @Test func `what the system does not take for a message is shown all the same`() async {
    let json = #"{"aps":{"alert":"x"},"sender":"Ann"}"#
    #expect(await shown(by: { ConversationService() }, json) == ["Ann", ""])
  }

  private func shown(
    by makeService: @escaping @Sendable () -> UNNotificationServiceExtension,
    _ json: String,
    thread: String = ""
  ) async -> [String] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let content = UNMutableNotificationContent()
        content.title = "New message"
        content.threadIdentifier = thread
        content.userInfo = (try? userInfo(json)) ?? [:]
        let request = UNNotificationRequest(
          identifier: "r1",
          content: content,
          trigger: UNPushNotificationTrigger()
        )
        makeService().didReceive(request) { content in
          let intent = (content as? StubCommunication)?.stubProvider as? INSendMessageIntent
          let sender = intent?.stubSender?.stubName.map { ["from \($0)"] } ?? []
          continuation.resume(returning: [content.title, content.body] + sender)
        }
      }
    }
  }
}

// MARK: - What came sealed

private struct Message: Decodable {
  let sender: String
  let text: String
}

private struct SealError: Error {}

/// Stands for a cipher: what is reversed can be opened.
private func open(_ sealed: Data) throws -> Data { Data(sealed.reversed()) }

private final class SealedService: UNNotificationServiceExtension {
  private let delivery = ServiceExtensionDelivery()

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    delivery.didReceive(request, withContentHandler: contentHandler) { payload, content in
      guard let sealed = payload["sealed"]?.stringValue.flatMap({ Data(base64Encoded: $0) })
      else { throw SealError() }
      let message = try JSONDecoder().decode(Message.self, from: try open(sealed))
      content.title = message.sender
      content.body = message.text
    }
  }
}

// MARK: - Conversations

private final class ConversationService: UNNotificationServiceExtension {
  private let delivery = ServiceExtensionDelivery()

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    delivery.didReceive(
      request,
      withContentHandler: { contentHandler(Self.message($0)) },
      work: { payload, content in
        content.title = payload["sender"]?.stringValue ?? content.title
      }
    )
  }

  private static func message(_ content: UNNotificationContent) -> UNNotificationContent {
    let sender = INPerson(
      personHandle: INPersonHandle(value: content.title, type: .unknown),
      nameComponents: nil,
      displayName: content.title,
      image: nil,
      contactIdentifier: nil,
      customIdentifier: nil
    )
    let intent = INSendMessageIntent(
      recipients: nil,
      outgoingMessageType: .outgoingMessageText,
      content: content.body,
      speakableGroupName: nil,
      conversationIdentifier: content.threadIdentifier,
      serviceName: nil,
      sender: sender,
      attachments: nil
    )
    let interaction = INInteraction(intent: intent, response: nil)
    interaction.direction = .incoming
    interaction.donate(completion: nil)
    return (try? content.updating(from: intent)) ?? content
  }
}
