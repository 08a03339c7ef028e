public import PushHub

extension BadgeDot {
  /// What an account sees for which there is no read mark yet, as after installing the app.
  public enum FirstRun: String, Hashable, Sendable, CaseIterable {
    /// What the first snapshot holds counts as read; what comes after it is new.
    case baselineAsRead

    /// Everything is new.
    case show
  }

  /// What counts as read, and when the source is asked again.
  public struct Configuration: Sendable {
    /// The page with the list: while it is visible in the foreground everything known is read.
    public var listPage: PageID

    /// What an account sees for which there is no read mark yet.
    public var firstRun = FirstRun.baselineAsRead

    /// The longest delay after the first failure; it doubles with each further one.
    public var firstRetry: Duration = .seconds(1)

    /// The longest delay after any number of failures.
    public var longestRetry: Duration = .seconds(60)

    /// Starts with the defaults for a page.
    public init(listPage: PageID) {
      self.listPage = listPage
    }
  }
}
