import CoreGraphics
import Dispatch
import Foundation
import StubSystem
import Testing
import UIKit
import UserNotifications

/// The stubs prove nothing unless they trap.
struct HostileStubTests {
  @Test
  func `a handler that is called twice ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let handler = HostileHandler<Int>("test") { _ in }
        handler(1)
        handler(2)
      }
    }
  }

  @Test
  func `a handler that is never called ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = HostileHandler<Int>("test") { _ in }
    }
  }

  @Test
  func `a handler called off the main thread ends the process`() async {
    await #expect(processExitsWith: .failure) {
      DispatchQueue.global().sync {
        HostileHandler<Int>("test") { _ in }(1)
      }
    }
  }

  @Test
  func `drawing a window of a scene that is not active ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        let format = UIGraphicsImageRendererFormat(for: window.traitCollection)
        let renderer = UIGraphicsImageRenderer(bounds: window.bounds, format: format)
        _ = renderer.image { _ in
          _ = window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
        }
      }
    }
  }

  @Test
  func `drawing without a renderer, or making views off the main thread, ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        UIImage(stubSize: CGSize(width: 1, height: 1)).draw(in: .zero)
      }
    }
    await #expect(processExitsWith: .failure) {
      DispatchQueue.global().sync { StubMainThread.require() }
    }
  }

  @Test
  func `asking for the notification center of a process without a bundle ends it`() async {
    await #expect(processExitsWith: .failure) {
      _ = UNUserNotificationCenter.current()
    }
  }
}
