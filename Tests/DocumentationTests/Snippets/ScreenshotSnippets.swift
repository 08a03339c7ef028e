import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

#if canImport(UIKit)
import UIKit
#endif

/// The code of the article on previewing screenshots.
@MainActor
struct ScreenshotSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a page is rendered, shown and edited`() async throws {
    typealias PreviewWindow = ScreenshotArticle.PreviewWindow
    let preview = ScreenshotPreview(page: "reader", presenter: PreviewWindow()) {
      try await renderer.image(of: article)
    }
    context.attach(preview)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
    lifecycle.screenshotTaken()
    await clock.settle()
    #expect(screen.view?.image == UIImage(name: "article"))
    screen.view?.onTap()
    await clock.settle()
    #expect(screen.edited == UIImage(name: "article"))
    #expect(screen.view == nil)
  }
}

private enum ScreenshotArticle {
  final class PreviewWindow: ScreenshotPresenting {
    func present(_ screenshot: Screenshot<UIImage>) async throws {
      let view = PreviewView(image: screenshot.image)
      view.onTap = { screenshot.edit() }
      view.onTouchOutside = { screenshot.close() }
      await fadeIn(view)
    }

    func edit(_ image: UIImage) { openEditor(with: image) }

    func dismiss(_ screenshot: Screenshot<UIImage>, outcome: ScreenshotOutcome) async {
      await fadeOut()
    }
  }
}

// MARK: - What the article leaves to the app

private struct UIImage: Equatable {
  let name: String
}

@MainActor
private final class PreviewView {
  let image: UIImage?
  var onTap = {}
  var onTouchOutside = {}

  init(image: UIImage?) {
    self.image = image
  }
}

private struct Renderer {
  func image(of article: String) async throws -> UIImage { UIImage(name: article) }
}

@MainActor
private final class Screen {
  var view: PreviewView?
  var edited: UIImage?
}

private let renderer = Renderer()
private let article = "article"
@MainActor private let screen = Screen()

@MainActor
private func fadeIn(_ view: PreviewView) async { screen.view = view }

@MainActor
private func fadeOut() async { screen.view = nil }

@MainActor
private func openEditor(with image: UIImage) { screen.edited = image }
