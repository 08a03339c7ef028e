import PushHub
import PushHubAlerts
import WeighedApp

@main
struct PermissionPolicyAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [
        PermissionPolicy(authority: System(), store: MemoryStore<PermissionLedger>())
      ]
    }
    print(try app.hear())
  }

  final class System: PermissionAuthority {
    func level() async throws -> PermissionLevel { .authorized }
    func request(isProvisional: Bool) async throws -> PermissionLevel { .authorized }
  }
}
