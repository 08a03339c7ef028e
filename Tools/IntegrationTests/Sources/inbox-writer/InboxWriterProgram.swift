import Foundation
import PushHub
import PushHubAlerts

/// Does what a service extension does with notifications, as many as a line of its input says.
///
/// It writes an entry of the inbox, counts the notification for the icon, and reports it.
///
///     inbox-writer DIRECTORY PROCESS FIRST
///
/// For each it writes a line: the id and the number, from FIRST on, or `failed` and the system's code.
@main
struct InboxWriterProgram {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let first = arguments.last.flatMap({ Int($0) }) else { exit(64) }
    let directory = URL(filePath: CommandLine.arguments[1])
    let inbox = InboxFolder(directory.appending(path: "inbox"), maximumCount: 100_000)
    let badge = SharedBadge(directory.appending(path: "badge"))
    var number = first
    while let count = readLine().flatMap({ Int($0) }) {
      for _ in 0..<count {
        receive("\(CommandLine.arguments[2])-\(number)", number, inbox, badge)
        number += 1
      }
    }
  }

  private static func receive(
    _ id: String,
    _ number: Int,
    _ inbox: InboxFolder,
    _ badge: SharedBadge
  ) {
    let payload = PushPayload(userInfo: ["aps": ["alert": "Hello \(id)"], "gcm.message_id": id])
    let notification = ExtensionNotification(payload, requestIdentifier: id, date: .now)
    do {
      try inbox.append(notification)
      try badge.count(id, at: notification.date)
      print("\(id) \(number)")
    } catch {
      print("failed \((error as NSError).code)")
    }
    fflush(nil)
  }
}
