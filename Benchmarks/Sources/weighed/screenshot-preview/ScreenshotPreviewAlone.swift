import PushHub
import PushHubObservers
import WeighedApp

@main
struct ScreenshotPreviewAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [
        ScreenshotPreview<[UInt8]>(
          capturer: Screen(),
          presenter: Screen(),
          configuration: ScreenshotPreviewConfiguration(page: "reader")
        )
      ]
    }
    print(try app.hear())
  }

  final class Screen: ScreenshotCapturing, ScreenshotPresenting {
    func capture() async throws -> [UInt8] { [] }
    func present(_ screenshot: Screenshot<[UInt8]>) async throws {}
    func edit(_ image: [UInt8]) {}
    func dismiss(_ screenshot: Screenshot<[UInt8]>, outcome: ScreenshotOutcome) async {}
  }
}
