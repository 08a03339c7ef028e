import PushHub
import PushHubNetworking
import WeighedApp

@main
struct NetworkingAlone {
  static func main() throws {
    let app = try WeighedApp()
    let source = try EventSource(template: "https://api.example.com/list", scheduler: app.scheduler)
    print(try app.hear())
    withExtendedLifetime(source) {}
  }
}
