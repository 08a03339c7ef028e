#if canImport(UIKit) && canImport(CryptoKit) && !os(watchOS)
import AccountsShared
import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import UIKit

/// The delegate of the app.
final class AppDelegate: PushHubAppDelegate {
  private(set) var session: Session?
  private(set) var messages: Messages?
  private var number: BadgeNumber?

  required convenience init() {
    var configuration = NotificationManager.Configuration()
    configuration.identification = .opened
    self.init(hub: AppHub(configuration: configuration))
  }

  override func willLaunch() {
    let session = Session(shown: nil, lifecycle: hub.lifecycle, keyring: Keychain.shared)
    do {
      let messages = try Messages(
        on: hub.host,
        session: session,
        group: .shared,
        folder: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0],
        endpoint: AccountClient(
          template: "https://example.org/accounts/{account}/device",
          scheduler: hub.scheduler
        ),
        center: SystemNotificationCenter(hub.center)
      )
      let number = BadgeNumber(
        lifecycle: hub.lifecycle,
        scheduler: hub.scheduler,
        center: hub.center
      )
      number.willSet = { [scheduler = hub.scheduler] in
        try? AppGroup.shared.badge.set($0, at: scheduler.date)
      }
      number.follow(messages.badges["accounts"])
      (self.session, self.messages, self.number) = (session, messages, number)
    } catch {
      print(error)
    }
  }
}
#endif
