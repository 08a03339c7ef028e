import PushHub
import PushHubObservers
import PushHubTesting
import Testing

/// The steps of a screenshot's preview against the end of its page, touches and deadlines: each that
/// was presented is dismissed once, and the image is released.
@Suite(.serialized)
struct ScreenshotTests {
  @MainActor private final class Image {}

  @MainActor
  private final class Screen: ScreenshotPresenting {
    private let stage: Stage
    private var images: [WeakBox<Image>] = []
    private(set) var screenshots: [Screenshot<Image>] = []
    private(set) var dismissed: [Int] = []
    private(set) var edits = 0

    /// Whether a step may take longer than the preview waits.
    var isSlow = false

    init(on stage: Stage) {
      self.stage = stage
    }

    var presented: [Int] { Array(screenshots.indices) }
    var livingImages: Int { images.count(where: \.isAlive) }

    func capture() async throws -> Image {
      stage.expect(!Task.isCancelled, "rendered for nobody")
      try await stage.cancelableMoment("the page is rendered")
      let image = Image()
      images.append(WeakBox(image))
      return image
    }

    func present(_ screenshot: Screenshot<Image>) async throws {
      stage.expect(isSlow || dismissed == presented, "\(presented), only \(dismissed) have gone")
      stage.expect(!Task.isCancelled, "preview \(screenshots.count) is shown after its end")
      screenshots.append(screenshot)
      try await stage.cancelableMoment("preview \(screenshots.count - 1) is up")
    }

    func edit(_ image: Image) { edits += 1 }

    func tapEach() {
      for screenshot in screenshots {
        screenshot.edit()
      }
    }

    func dismiss(_ screenshot: Screenshot<Image>, outcome: ScreenshotOutcome) async {
      stage.expect(screenshot.image == nil, "the image outlives the outcome")
      let number = screenshots.firstIndex { $0 === screenshot } ?? -1
      await stage.moment("preview \(number) is gone")
      dismissed.append(number)
    }
  }

  @MainActor
  private final class App: AppFixture {
    static let page: PageID = "reader"
    let app = SimulatedApp()
    let screen: Screen
    let preview: ScreenshotPreview<Image>
    private var ends = 0
    private var shows = 0

    init(on stage: Stage) {
      screen = Screen(on: stage)
      preview = ScreenshotPreview(page: Self.page, presenter: screen, render: screen.capture)
      preview.log = { [unowned self] in
        switch $0 {
        case .preview: shows += 1
        case .hidden: ends += 1
        default: break
        }
      }
      lifecycle.setPhase(.active)
      lifecycle.pageAppeared(Self.page)
      attach()
      lifecycle.screenshotTaken()
    }

    func attach() { context.attach(preview) }

    func detach() { context.detach(preview) }

    func checkEnd(on stage: Stage) {
      let isUp = preview.state == .shown
      let left = screen.presented.filter { !screen.dismissed.contains($0) }
      stage.expect(left.count == (isUp ? 1 : 0), "\(left) are left, and it is \(preview.state)")
      stage.expect(
        Set(screen.dismissed).count == screen.dismissed.count,
        "dismissed twice: \(screen.dismissed)"
      )
      stage.expect(shows <= ends + (isUp ? 1 : 0), "\(shows) were shown, \(ends) ended")
      stage.expect(screen.livingImages <= (isUp ? 1 : 0), "somebody keeps an image")
      stage.expect(isUp || preview.state == .idle, "it is \(preview.state) for ever")
      stage.expect(screen.edits <= screen.presented.count, "edited twice")
    }
  }

  @Test(arguments: [true, false])
  func `a screenshot, another, a tap, and a page that goes`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { stage in
      let app = App(on: stage)
      stage.atAnyMoment("another") { app.lifecycle.screenshotTaken() }
      stage.atAnyMoment("a tap on each") { app.screen.tapEach() }
      stage.inOrder([
        ("the page goes", { app.lifecycle.pageDisappeared(App.page) }),
        ("the page comes", { app.lifecycle.pageAppeared(App.page) }),
      ])
      stage.always {
        let isGone = !app.lifecycle.state.isFocused(App.page)
        stage.expect(!isGone || app.preview.state != .shown, "it is up without its page")
      }
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }

  @Test(arguments: [true, false])
  func `steps that take too long, detaching and attaching`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { stage in
      let app = App(on: stage)
      app.screen.isSlow = true
      stage.inOrder([
        ("detach", { app.detach() }), ("attach", { app.attach() }),
        ("another", { app.lifecycle.screenshotTaken() }),
      ])
      stage.atAnyMoment("ten seconds") { app.pass(10) }
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }
}
