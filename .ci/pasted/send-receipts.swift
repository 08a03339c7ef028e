import Foundation
import PushHub
import PushHubBackend

nonisolated let server = "https://api.example.com"
@MainActor let session = Session()

@MainActor
final class Session {
  func accessToken(for account: AccountID) async -> String? { nil }
}

@MainActor var receipts: PushReceipts {
  get { fatalError("The code is compiled only.") }
  set {}
}
@MainActor var notification: ExtensionNotification { fatalError("The code is compiled only.") }

nonisolated var group: URL { folder }
