import PushHub

/// A tab of the live app: a page with a place in the tab bar.
enum LiveTab: String, CaseIterable, Hashable {
  case home
  case notifications
  case reader

  var page: PageID { PageID(rawValue: rawValue) }

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The tab so many places to the right, around the end.
  func moved(by places: Int) -> LiveTab {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + places + all.count) % all.count]
  }
}
