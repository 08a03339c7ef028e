import PushHub
import PushHubBackend
import WeighedApp

@main
struct DeviceRegistrationAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [
        DeviceRegistration(
          endpoint: Server(),
          store: MemoryStore(),
          configuration: DeviceRegistration.Configuration(environment: .production)
        )
      ]
    }
    print(try app.hear())
  }

  struct Server: RegistrationEndpoint {
    func send(_ request: RegistrationRequest) async throws {}
  }
}
