import PushHub

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
