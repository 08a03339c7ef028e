import PushHub

nonisolated let server = "https://api.example.com"
@MainActor let session = Session()

@MainActor
final class Session {
  func accessToken(for account: AccountID) async -> String? { nil }
}
