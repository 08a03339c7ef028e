import Foundation
import PushHub
import PushHubAlerts
import Testing

/// The steps of the article on the service extension.
struct ServiceRecipeTests {
  @Test func `what was sealed is shown once it is opened`() async throws {
    let text = #"{"account":"bob","chat":"c1","sender":"Ann","text":"At six"}"#
    let sealed = Data(text.utf8.reversed()).base64EncodedString()
    let shown = try await unsealed.process(notification(#""sealed":"\#(sealed)""#))
    #expect(shown.title == "Ann" && shown.body == "At six")
    #expect(shown.payload["account"] == "bob" && shown.payload["chat"] == "c1")
  }

  @Test(arguments: [#""AAAA""#, #""no base 64!""#, "7", "null"])
  func `what can't be opened throws, so that the neutral text is shown`(sealed: String) async {
    await #expect(throws: (any Error).self) {
      try await unsealed.process(notification(#""sealed":\#(sealed)"#))
    }
  }

  @Test func `the sender is what the payload says`() async throws {
    let shown = try await conversation[0].process(notification(#""from":"Ann""#))
    #expect(shown.sender == ExtensionNotification.Sender(name: "Ann"))
    #expect(try await conversation[0].process(notification(#""from":7"#)).sender == nil)
  }

  @Test func `a filter drops what the user has muted`() async throws {
    #expect(try await filter.process(notification(#""muted":true"#)).isDropped)
    #expect(!(try await filter.process(notification(#""muted":false"#)).isDropped))
  }

  @Test func `a step is tested without a device`() async throws {
    let payload = try PushPayload(json: #"{"aps":{"alert":"Hi"},"sender":"Ann"}"#.utf8)
    let notification = ExtensionNotification(payload, requestIdentifier: "r1", date: .now)
    let step = ServiceExtensionStep.changing("sender") { notification in
      notification.title = notification.payload["sender"]?.stringValue ?? notification.title
    }
    #expect(try await step.process(notification).title == "Ann")
  }

  private func notification(_ keys: String) -> ExtensionNotification {
    ExtensionNotification(
      payload(#"{"aps":{"alert":"x"},\#(keys)}"#),
      requestIdentifier: "r1",
      date: .distantPast
    )
  }
}

// MARK: - What came sealed

private struct Message: Decodable {
  let account: String
  let chat: String
  let sender: String
  let text: String
}

private struct SealError: Error {}

/// Stands for a cipher: what is reversed can be opened.
private func open(_ sealed: Data) throws -> Data { Data(sealed.reversed()) }

private let unsealed = ServiceExtensionStep.changing("unseal") { notification in
  guard let sealed = notification.payload["sealed"]?.stringValue,
    let data = Data(base64Encoded: sealed)
  else { throw SealError() }
  let message = try JSONDecoder().decode(Message.self, from: try open(data))
  notification.title = message.sender
  notification.body = message.text
  notification.userInfo["account"] = .string(message.account)
  notification.userInfo["chat"] = .string(message.chat)
}

// MARK: - Conversations and filters

private let conversation: [ServiceExtensionStep] = [
  .changing("sender") { notification in
    notification.sender = notification.payload["from"]?.stringValue.map { .init(name: $0) }
  },
  .avatar { $0.payload["avatar"]?.stringValue },
]

private let filter = ServiceExtensionStep.changing("filter") { notification in
  notification.isDropped = notification.payload["muted"]?.boolValue == true
}
