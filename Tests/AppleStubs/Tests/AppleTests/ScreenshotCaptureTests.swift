import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import PushHubObservers

extension ScreenshotOnUIKitTests {
  @MainActor
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

    @Test func `the window is rendered as it is on the screen, at its scale`() throws {
      window.stubDisplayScale = 2
      let image = try render()
      #expect(image.size == CGSize(width: 300, height: 600))
      #expect(image.scale == 2)
      #expect(image.stubIsOpaque)
      #expect(window.stubDrawings.map(\.rect) == [window.bounds])
      #expect(window.stubDrawings.map(\.afterUpdates) == [false])
    }

    @Test(arguments: [UIApplication.State.inactive, .background])
    func `nothing is drawn when the app is not active`(state: UIApplication.State) {
      application.stubState = state
      expectFailure(.notActive)
    }

    @Test(
      arguments: [UIScene.ActivationState.unattached, .foregroundInactive, .background]
    )
    func `nothing is drawn when the scene is not active`(state: UIScene.ActivationState) {
      scene.stubActivationState = state
      expectFailure(.noActiveScene)
      expectFailure(.noActiveScene) { [window] in window }
    }

    @Test func `an app without a scene, or with one of another kind, has no window`() {
      let other = UIScene()
      other.stubActivationState = .foregroundActive
      for scenes in [[], [other]] as [Set<UIScene>] {
        application.stubScenes = scenes
        expectFailure(.noActiveScene)
      }
    }

    @Test func `a window that is in no scene is not drawn`() {
      let stray = UIWindow(frame: window.frame)
      expectFailure(.noActiveScene) { stray }
      #expect(stray.stubDrawings.isEmpty)
    }

    @Test func `a window without an area is no image`() {
      window.bounds = CGRect(x: 0, y: 0, width: 300, height: 0)
      expectFailure(.emptyWindow)
    }

    @Test func `a drawing that misses something is no image`() {
      window.stubDrawsCompletely = false
      #expect(throws: ScreenshotWindowError.incomplete) { try render() }
    }

    @Test func `of several active scenes it is always the same one's window`() throws {
      let others = ["b", "c", "d"].map { name in
        let other = UIWindowScene()
        other.session.stubIdentifier = name
        other.stubActivationState = .foregroundActive
        other.stubKeyWindow = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        return other
      }
      scene.session.stubIdentifier = "a"
      application.stubScenes = Set(others + [scene])
      for _ in 0..<5 {
        #expect(try render().size == window.bounds.size)
      }
    }

    @Test func `the app may say which window it is`() throws {
      let second = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
      second.windowScene = scene
      #expect(try render { second }.size == CGSize(width: 10, height: 20))
      #expect(window.stubDrawings.isEmpty)
    }

    private func render(_ choice: (@MainActor () -> UIWindow?)? = nil) throws -> UIImage {
      try ScreenshotWindow(application: application, choice: choice).render()
    }

    private func expectFailure(
      _ error: ScreenshotWindowError,
      of choice: (@MainActor () -> UIWindow?)? = nil
    ) {
      #expect(throws: error) { try render(choice) }
      #expect(window.stubDrawings.isEmpty)
    }
  }
}
