import Foundation
import Observation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UIKit
import UserNotifications

/// The code of the README that needs Apple's frameworks.
@MainActor
struct ReadmeTests {
  enum Sample {
    @Observable
    final class Gates: PushPlugin, PushObserver {
      private(set) var byFlight: [String: String] = [:]

      func receive(_ event: PushEvent) {
        guard case .received(let push) = event, let flight = push.payload["flight"]?.stringValue
        else { return }
        byFlight[flight] = push.payload["gate"]?.stringValue
      }
    }

    final class AppDelegate: PushHubAppDelegate {
      let gates = Gates()

      override func willLaunch() {
        try? hub.host.install(gates, named: "gates")
        let permission = NotificationPermission(application: .shared, scheduler: hub.scheduler)
        Task { try? await permission.ask(for: [.alert, .badge, .sound]) }
      }
    }

    struct FlightsApp: App {
      @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

      var body: some Scene {
        WindowGroup { GateList(gates: delegate.gates) }
      }
    }

    struct GateList: View {
      let gates: Gates

      var body: some View {
        List(gates.byFlight.keys.sorted(), id: \.self) { flight in
          Text("\(flight): gate \(gates.byFlight[flight] ?? "")")
        }
      }
    }
  }

  private let clock = ManualScheduler()

  private var hub: AppHub {
    AppHub(
      scheduler: clock,
      center: UNUserNotificationCenter(stub: ()),
      notificationCenter: NotificationCenter()
    )
  }

  @Test func `the app shows the gate of a push`() throws {
    _ = Sample.FlightsApp().body
    let delegate = Sample.AppDelegate(hub: hub)
    _ = delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil)
    let sent = try userInfo(#"{"aps":{"alert":"Gate change"},"flight":"PH7","gate":"B12"}"#)
    delegate.hub.manager.receive(PushPayload(userInfo: sent), via: .remote)
    #expect(StubHost(Sample.GateList(gates: delegate.gates)).texts == ["PH7: gate B12"])
  }

  @Test func `one log has everything`() throws {
    let hub = hub
    hub.log = { name, event in print("\(name): \(event.message)") }
    #expect(hub.manager.log != nil)
    hub.log = PushHubLog.system(subsystem: "com.example.inbox")
    #expect(hub.log != nil && hub.lifecycle.log != nil)
  }

  /// The lines of the table that need Apple's frameworks.
  private func lines(
    hub: AppHub,
    handler: CountdownHandler,
    offer: (id: String, title: String),
    navigator: (open: @MainActor @Sendable (String?) -> Bool, edit: @MainActor (UIImage) -> Void)
  ) -> [Any] {
    func openEditor(with image: UIImage) { navigator.edit(image) }
    hub.refresh(identifier: "com.example.inbox.refresh", after: .seconds(3_600))
    return [
      CountdownText(offer.id, in: handler, named: offer.title),
      ScreenshotPreview(page: "reader") { openEditor(with: $0) },
      TapRouter { push, _ in navigator.open(push.link) },
    ]
  }
}
