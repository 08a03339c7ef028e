import DeliveryShared
import Foundation
import PushHub
import PushHubBackend
import PushHubObservers

/// Sends the tokens of the Live Activities, the widgets and the controls, and routes taps.
final class DeliveryDelegate: PushHubAppDelegate {
  private(set) lazy var badges = BadgeTree(scheduler: hub.scheduler)

  var folder = FileManager.default
    .urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]

  override func willLaunch() {
    let source = ActivityKitSource()
    source.follow(DeliveryAttributes.self) { $0.order }
    let activities = LiveActivities(
      source: source,
      store: FileStore(url: folder.appending(path: "activities.json"), isBackedUp: false)
    )
    let taps = TapRouter { push, _ in
      Navigator.shared.open(push.link ?? push.payload["link"]?.stringValue)
    }
    do {
      let registration = DeviceRegistration(
        endpoint: try AccountClient(
          template: "https://example.org/accounts/{account}/device",
          scheduler: hub.scheduler
        ),
        store: FileStore(url: folder.appending(path: "registration.json"), isBackedUp: false),
        configuration: .init(environment: .production),
        sharedTokens: .delivery
      )
      registration.follow(activities)
      try hub.host.install(activities, named: "liveActivities")
      try hub.host.install(registration, named: "registration")
      try hub.host.install(taps, named: "taps")
    } catch {
      print(error)
    }
    hub.lifecycle.setAccount("sample")
  }
}
