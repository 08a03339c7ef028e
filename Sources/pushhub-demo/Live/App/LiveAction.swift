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
}
