import PushHub

nonisolated let server = "https://api.example.com"
@MainActor let session = Session()

@MainActor
final class Session {
  func accessToken(for account: AccountID) async -> String? { nil }
}

@MainActor let client = MailClient()

nonisolated struct MailClient: Sendable {
  func unreadMessages(of account: String) async throws -> [String] { [] }
}
