import Foundation
import Observation
import PushHub
import PushHubAlerts
import PushHubObservers
import UserNotifications

#if canImport(UIKit)
import UIKit
#endif

/// The folder that the app shares with its service extension.
private let appGroup = FileManager.default
  .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Inbox")

/// The features that this app takes, and what its screens show of them.
@MainActor
@Observable
final class Features {
  /// The number on the first tab, offers that end, and the dot on the last tab; the icon shows all.
  let unread = UnreadSync(
    source: SampleUnreadCounts(),
    configuration: .init(trackedPages: ["home", "offers"])
  )
  let countdown: CountdownHandler
  let news: BadgeDot
  let badges: BadgeTree

  /// The notifications that the user received.
  let inbox: PushInbox

  /// What is quiet, what the user is reminded of, and banners while the app is open.
  let quiet = QuietRules()
  let reminders: LocalNotifications
  let banners = ViewBannerPresenter()

  /// Whether notifications may be shown, asked in the app's own words first.
  let permission: PermissionPolicy

  /// Where the latest tap on a notification led.
  private(set) var openedLink: String?

  #if canImport(UIKit)
  /// A screenshot that the user wants to draw on.
  var editedScreenshot: UIImage?
  #endif

  @ObservationIgnored private let number: BadgeNumber

  /// Makes and installs the features, which keep what must survive the app in a folder, and in the one that they
  /// share with the service extension; they receive what the system reported before.
  init(on hub: AppHub, folder: URL? = nil, group: URL? = appGroup) {
    let folder = folder ?? FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask)[0]
    let shared = group ?? folder
    let (scheduler, center) = (hub.scheduler, hub.center)
    countdown = CountdownHandler(scheduler: scheduler)
    news = BadgeDot(
      source: SampleNews(),
      store: FileStore(url: folder.appending(path: "news-read.json")),
      configuration: .init(listPage: "news", firstRun: .show)
    )
    badges = BadgeTree(scheduler: scheduler)
    number = BadgeNumber(lifecycle: hub.lifecycle, scheduler: scheduler, center: center)
    let sharedBadge = SharedBadge(shared.appending(path: "badge"))
    number.willSet = { try? sharedBadge.set($0, at: scheduler.date) }
    reminders = LocalNotifications(
      system: SystemNotificationCenter(center),
      store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders"))
    )
    inbox = PushInbox(
      folder: InboxFolder(shared.appending(path: "inbox")),
      center: SystemNotificationCenter(center)
    )
    let asking = NotificationPermission(scheduler: scheduler, center: center) {}
    permission = PermissionPolicy(
      asking,
      store: FileStore<PermissionLedger>(url: folder.appending(path: "permission"))
    )

    let plugins: KeyValuePairs<String, any PushPlugin> = [
      "unread": unread, "countdown": countdown, "news": news, "quiet": quiet,
      "reminders": reminders, "permission": permission, "messages": Messages(self),
      "inbox": inbox,
      "banners": ForegroundBanners(presenter: banners),
      "extension": ServiceExtensionMonitor(folder: group?.appending(path: "extension")),
      "delivered": DeliveredNotifications(center: SystemNotificationCenter(hub.center)),
      "taps": TapRouter { [weak self] push, _ in
        self?.openedLink = push.payload["link"]?.stringValue ?? push.link ?? push.id
        return true
      },
    ]
    do {
      for (name, plugin) in plugins {
        try hub.host.install(plugin, named: name)
      }
      #if canImport(UIKit)
      let preview = ScreenshotPreview(page: "offers") { [weak self] image in
        self?.editedScreenshot = image
      }
      try hub.host.install(preview, named: "screenshots")
      hub.refresh(identifier: "org.example.inbox.refresh", after: .seconds(3_600))
      #endif
    } catch {
      print(error)
    }
    countdown.add(contentsOf: Offer.samples.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
    badges.connect(unread, to: "tabs/home")
    badges.connect(news, to: "tabs/news")
    badges.connect("tabs/inbox", because: "unread notifications") { [weak inbox] in
      inbox?.unreadCount.map { .number($0) } ?? .unknown
    }
    number.follow(badges["tabs"])
    hub.lifecycle.setAccount("sample")
  }

  /// Shows something again in an hour, which is worth a notification to the user.
  func remind(of text: String, id: String) {
    reminders.schedule(LocalNotification(id: id, body: text, trigger: .after(.seconds(3_600))))
    permission.requestIfAppropriate()
  }

  /// Whether pushes make no sound at night.
  var isQuietAtNight: Bool {
    get { !quiet.settings.windows.isEmpty }
    set {
      let night = QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7))
      quiet.settings.windows = newValue ? [night] : []
    }
  }
}
