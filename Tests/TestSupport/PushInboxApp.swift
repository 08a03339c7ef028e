import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts

/// An app with an inbox on real files, and its service extension.
class PushInboxApp: AppFixture {
  let app: SimulatedApp
  let folder: TemporaryFolder
  let inbox: PushInbox
  private(set) var log: [PushInboxEvent] = []

  init(
    in folder: TemporaryFolder = TemporaryFolder(),
    clock: ManualScheduler = ManualScheduler(),
    maximumCount: Int = 500,
    center: (any DeliveredNotificationCenter)? = nil,
    files: FileSystem = .system,
    account: AccountID? = "ann",
    configuration: PushInbox.Configuration = .init(),
    identification: PushIdentification = PushIdentification(),
    recorder: (any PushPlugin)? = nil,
    keeps: @escaping @Sendable (inout InboxEntry) -> Bool = { $0.payload.aps.hasAlert }
  ) async {
    app = SimulatedApp(clock: clock) { $0.identification = identification }
    self.folder = folder
    inbox = PushInbox(
      folder: InboxFolder(folder.url, maximumCount: maximumCount, files: files, keeps: keeps),
      center: center,
      configuration: configuration
    )
    lifecycle.setPhase(.active)
    if account != nil { lifecycle.setAccount(account) }
    inbox.log = { [weak self] in self?.log.append($0) }
    if let recorder { context.attach(recorder) }
    context.attach(inbox)
    await settle()
  }

  /// The files of entries.
  var files: [String] { folder.files.filter { $0.hasSuffix(".json") } }

  /// All that is on disk.
  var text: String {
    folder.files.map {
      (try? String(contentsOf: folder.url.appending(path: $0), encoding: .utf8)) ?? ""
    }
    .joined()
  }

  var ids: [String] { inbox.entries.map(\.id) }
  var unread: [String] { inbox.entries.filter { !$0.isRead }.map(\.id) }

  /// Writes as the extension does, some seconds from now.
  func extend(
    _ payload: PushPayload,
    as request: String,
    title: String? = nil,
    in seconds: Double = 0
  )
    throws
  {
    var notification = ExtensionNotification(
      payload,
      requestIdentifier: request,
      date: clock.date.addingTimeInterval(seconds)
    )
    notification.title = title ?? notification.title
    try InboxFolder(folder.url).append(notification)
  }
}
