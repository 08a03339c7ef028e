/// What observers of the app's lifecycle are told; only what really changed.
public enum LifecycleEvent: Hashable, Sendable {
  /// The app went to another phase.
  ///
  /// Told with the same phase again when a scene of several has changed such that the user looks at
  /// other pages than before, although none of these appeared or disappeared; see
  /// ``LifecycleState/isLooking(at:)``.
  case phaseChanged(AppPhase)

  /// A page became visible.
  case pageAppeared(PageID)

  /// A page is no longer visible.
  case pageDisappeared(PageID)

  /// One more thing covers the page: a sheet, a menu, an alert.
  case overlayAdded

  /// One thing less covers the page.
  case overlayRemoved

  /// The user signed in, switched accounts, or, with `nil`, signed out.
  case accountChanged(AccountID?)

  /// The user took a screenshot.
  case screenshotTaken
}
