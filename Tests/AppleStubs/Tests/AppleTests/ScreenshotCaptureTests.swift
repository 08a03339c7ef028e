import CoreGraphics
import Foundation
import PushHub
import PushHubObservers
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  @MainActor
  @Suite
  struct CaptureTests {
    private let application = UIApplication()
    private let scene = UIWindowScene()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 600))

    init() {
      application.stubState = .active
      application.stubScenes = [scene]
      scene.stubActivationState = .foregroundActive
      scene.stubKeyWindow = window
    }

    @Test func `the window is rendered as it is on the screen, at its scale`() async throws {
      window.stubDisplayScale = 2
      let image = try await WindowCapturer(application: application).capture()
      #expect(image.size == CGSize(width: 300, height: 600))
      #expect(image.scale == 2)
      #expect(image.stubIsOpaque)
      #expect(window.stubDrawings.map(\.rect) == [window.bounds])
      #expect(window.stubDrawings.map(\.afterUpdates) == [false])
    }

    @Test(arguments: [UIApplication.State.inactive, .background])
    func `nothing is drawn when the app is not active`(state: UIApplication.State) async {
      application.stubState = state
      await expectFailure(.notActive)
    }

    @Test(
      arguments: [UIScene.ActivationState.unattached, .foregroundInactive, .background]
    )
    func `nothing is drawn when the scene is not active`(state: UIScene.ActivationState) async {
      scene.stubActivationState = state
      await expectFailure(.noActiveScene)
      await expectFailure(.noActiveScene) { [window] in window }
    }

    @Test func `an app without a scene, or with one of another kind, has no window`() async {
      let other = UIScene()
      other.stubActivationState = .foregroundActive
      for scenes in [[], [other]] as [Set<UIScene>] {
        application.stubScenes = scenes
        await expectFailure(.noActiveScene)
      }
    }

    @Test func `a scene without a key window, and an app that gives none, are told apart`() async {
      await expectFailure(.noWindow) { nil }
      scene.stubKeyWindow = nil
      await expectFailure(.noWindow)
    }

    @Test func `a window that is in no scene is not drawn`() async {
      let stray = UIWindow(frame: window.frame)
      await expectFailure(.noActiveScene) { stray }
      #expect(stray.stubDrawings.isEmpty)
    }

    @Test func `a window without an area is no image`() async {
      window.bounds = CGRect(x: 0, y: 0, width: 300, height: 0)
      await expectFailure(.emptyWindow)
    }

    @Test func `a drawing that misses something is no image`() async {
      window.stubDrawsCompletely = false
      await #expect(throws: ScreenshotWindowError.incomplete) {
        _ = try await WindowCapturer(application: application).capture()
      }
    }

    @Test func `of several active scenes it is always the same one's window`() async throws {
      let others = ["b", "c", "d"].map { name in
        let other = UIWindowScene()
        other.session.stubIdentifier = name
        other.stubActivationState = .foregroundActive
        other.stubKeyWindow = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        return other
      }
      scene.session.stubIdentifier = "a"
      application.stubScenes = Set(others + [scene])
      let capturer = WindowCapturer(application: application)
      for _ in 0..<5 {
        #expect(try await capturer.capture().size == window.bounds.size)
      }
    }

    @Test func `the app may say which window it is`() async throws {
      let second = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
      second.windowScene = scene
      let capturer = WindowCapturer(application: application) { second }
      #expect(try await capturer.capture().size == CGSize(width: 10, height: 20))
      #expect(window.stubDrawings.isEmpty)
    }

    @Test func `nothing is drawn for a task that nobody waits for`() async {
      let task = Task { [application] in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        _ = try await WindowCapturer(application: application).capture()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(window.stubDrawings.isEmpty)
    }

    @Test func `every failure says what is wrong in a full sentence`() {
      let errors: [ScreenshotWindowError] = [
        .notActive, .noActiveScene, .noWindow, .emptyWindow, .incomplete,
      ]
      let texts = errors.map(\.description)
      #expect(Set(texts).count == errors.count)
      for text in texts {
        #expect(text.hasSuffix("."))
        #expect(text.first?.isUppercase == true)
      }
    }

    private func expectFailure(
      _ error: ScreenshotWindowError,
      of choice: (@MainActor () -> UIWindow?)? = nil
    ) async {
      await #expect(throws: error) {
        _ = try await WindowCapturer(application: application, window: choice).capture()
      }
      #expect(window.stubDrawings.isEmpty)
    }
  }
}
