public import Foundation
public import PushHub
public import PushHubAlerts

/// What the app and its service extension share in the folder of their app group.
public struct AppGroup: Sendable {
  /// The entries of the inbox.
  public let inbox: InboxFolder

  /// The number on the app's icon.
  public let badge: SharedBadge

  /// The folder of the extension's host and the app's monitor.
  public let service: URL

  /// Opens the folders; nothing is read or written yet.
  public init(_ url: URL) {
    inbox = InboxFolder(url.appending(path: "inbox"))
    badge = SharedBadge(url.appending(path: "badge"))
    service = url.appending(path: "extension")
  }
}

extension PushIdentification {
  /// The account stands in the payload once the extension has opened the message.
  public static let opened = PushIdentification { payload in
    payload["account"]?.stringValue.map(AccountID.init(rawValue:))
  }
}
