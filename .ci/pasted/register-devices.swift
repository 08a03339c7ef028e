import PushHub
import PushHubBackend

nonisolated let server = "https://api.example.com"
@MainActor let session = Session()

@MainActor
final class Session {
  func accessToken(for account: AccountID) async -> String? { nil }
}

@MainActor var registration: DeviceRegistration {
  get { fatalError("The code is compiled only.") }
  set {}
}
@MainActor let app = (registration: registration, ())
@MainActor let fcmToken = ""
