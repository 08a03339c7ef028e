import PushHub

/// What the user of the live app does.
enum LiveAction: Hashable {
  case show(LiveTab)
  case showNext
  case showPrevious

  /// Leaves the app, or comes back.
  case toggleBackground

  /// Signs in or out.
  case toggleAccount

  /// Covers the page with a menu, or takes that away.
  case toggleMenu

  case takeScreenshot
  case editScreenshot
  case closeScreenshot

  /// Puts one more offer on the list.
  case addOffer

  /// Lets the next of the payloads that come with the demo arrive.
  case dropPayload

  /// Taps the latest notification.
  case openLatest

  /// Presses a button of the latest notification that has some, another one each time.
  case pressButton

  /// Taps the banner that is up, or swipes it away.
  case tapBanner
  case swipeBanner

  /// Begins quiet hours, or ends them.
  case toggleQuiet
}

/// A tab of the live app: a page with a place in the tab bar.
enum LiveTab: Int, CaseIterable, Hashable {
  case home
  case notifications
  case reader

  var page: PageID {
    switch self {
    case .home: "home"
    case .notifications: "notifications"
    case .reader: "reader"
    }
  }

  var title: String {
    switch self {
    case .home: "Home"
    case .notifications: "Notifications"
    case .reader: "Reader"
    }
  }

  /// The tab so many places to the right, around the end.
  func moved(by places: Int) -> LiveTab {
    let count = Self.allCases.count
    return Self.allCases[((rawValue + places) % count + count) % count]
  }
}
