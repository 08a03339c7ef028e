import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend

/// A service extension with all ready-made steps and one notification; with an argument, without the steps.
///
/// The server of the picture and the image can't be reached, so that the download is there, and no file.
@main
struct ServiceExtensionAlone {
  @MainActor
  static func main() async throws {
    let group = FileManager.default.temporaryDirectory.appending(path: "weighed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: group) }
    let steps: [ServiceExtensionStep] = [
      .changing("sender") { $0.sender = .init(name: "Ann") },
      .avatar { _ in "http://127.0.0.1:9/ann" },
      .picture { _ in "http://127.0.0.1:9/picture" },
      .receipt(to: Outbox(directory: group.appending(path: "receipts"))),
      .inbox(InboxFolder(group.appending(path: "inbox"))),
      .badge(SharedBadge(group.appending(path: "badge"))),
    ]
    let isBare = CommandLine.arguments.count > 1
    let host = ServiceExtensionHost(
      isBare ? [] : steps,
      folder: isBare ? nil : group.appending(path: "runs")
    )
    let payload = try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#.utf8)
    let notification = ExtensionNotification(payload, requestIdentifier: "r1", date: .now)
    let badge = await withCheckedContinuation { continuation in
      host.process(notification) { continuation.resume(returning: $0.badge) }
    }
    precondition(badge == (isBare ? nil : 1))
  }
}
