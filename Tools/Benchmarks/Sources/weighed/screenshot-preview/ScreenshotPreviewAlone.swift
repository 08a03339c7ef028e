import PushHub
import PushHubObservers
import WeighedApp

@main
struct ScreenshotPreviewAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [
        ScreenshotPreview<[UInt8]>(page: "reader", presenter: Screen()) { [] }
      ]
    }
    print(try app.hear())
  }

  final class Screen: ScreenshotPresenting {
    func present(_ screenshot: Screenshot<[UInt8]>) async throws {}
    func edit(_ image: [UInt8]) {}
    func dismiss(_ screenshot: Screenshot<[UInt8]>, outcome: ScreenshotOutcome) async {}
  }
}
