import Observation
import PushHub
import PushHubObservers
import UserNotifications

#if canImport(UIKit)
import UIKit
#endif

/// The features that this app takes, and what its screens show of them.
@MainActor
@Observable
final class Features {
  /// Messages that the user has not read: the number on the first tab.
  let unread: UnreadSync

  /// Offers that end.
  let countdown: CountdownHandler

  /// News that the user has not seen: the dot on the last tab.
  let news: BadgeDot

  /// Number and dot together, for the app's icon.
  let badges: BadgeTree

  /// Where the latest tap on a notification led.
  private(set) var openedLink: String?

  #if canImport(UIKit)
  /// A screenshot that the user wants to draw on.
  var editedScreenshot: UIImage?
  #endif

  @ObservationIgnored private let hub: AppHub
  @ObservationIgnored private let feed: BadgeFeed
  @ObservationIgnored private let number: BadgeNumber

  init(on hub: AppHub, readMarks: (any ReadMarkStore)? = nil) {
    self.hub = hub
    unread = UnreadSync(
      source: SampleUnreadCounts(),
      configuration: UnreadSync.Configuration(trackedPages: ["home", "offers"])
    )
    countdown = CountdownHandler(scheduler: hub.scheduler)
    news = BadgeDot(
      source: SampleNews(),
      store: readMarks ?? UserDefaultsReadMarkStore(scheduler: hub.scheduler),
      configuration: BadgeDot.Configuration(listPage: "news", firstRun: .show)
    )
    badges = BadgeTree(scheduler: hub.scheduler)
    number = BadgeNumber(scheduler: hub.scheduler, center: hub.center)
    feed = BadgeFeed(into: badges)
  }

  /// Installs everything; what the system said before is heard now.
  func start() {
    do {
      try hub.host.install(unread, named: "unread")
      try hub.host.install(countdown, named: "countdown")
      try hub.host.install(news, named: "news")
      try hub.host.install(
        TapRouter { [weak self] push, _ in
          self?.openedLink = push.payload["link"]?.stringValue ?? push.link ?? push.id
          return true
        },
        named: "taps"
      )
      try installScreenshotPreview()
    } catch {
      print(error)
    }
    countdown.add(contentsOf: Offer.samples.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
    feed.connect(unread, to: "tabs/home")
    feed.connect(news, to: "tabs/news")
    number.follow(badges, at: "tabs")
    hub.lifecycle.setAccount("sample")
  }

  /// Asks the user, once in the app's life, whether pushes may be shown.
  func askForPermission() async {
    do {
      _ = try await NotificationPermission(scheduler: hub.scheduler, center: hub.center) {}
        .ask(for: [.alert, .badge, .sound])
    } catch {
      print(error)
    }
  }

  private func installScreenshotPreview() throws {
    #if canImport(UIKit)
    let preview = ScreenshotPreview(configuration: .init(page: "offers")) { [weak self] image in
      self?.editedScreenshot = image
    }
    try hub.host.install(preview, named: "screenshots")
    #endif
  }
}
