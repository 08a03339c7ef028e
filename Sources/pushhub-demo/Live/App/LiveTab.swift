import PushHub

/// A tab of the live app.
enum LiveTab: String, CaseIterable, Hashable {
  case home
  case notifications
  case reader

  var page: PageID { PageID(rawValue: rawValue) }

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The tab that is that many places to the right, cyclically.
  func moved(by places: Int) -> LiveTab {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + places + all.count) % all.count]
  }
}
