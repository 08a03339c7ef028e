/// One line of an app lifecycle's log: what would go unnoticed otherwise.
public enum LifecycleLogEntry: Hashable, Sendable {
  /// An observer of this type died without having been removed.
  case observerDied(String)

  /// An observer of this type died without ever having received an event.
  case observerDiedUnheard(String)

  /// A view is gone that had shown a page or, with `nil`, covered one, and had not said so.
  case viewGone(PageID?)
}

extension LifecycleLogEntry: CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .observerDied(let type): "\(type) was released without being removed"
    case .observerDiedUnheard(let type):
      """
      \(type) died before any event came; observers are held weakly, so whoever makes one keeps it
      """
    case .viewGone(let page?): "the page \(page) went with its view, which had not said so"
    case .viewGone(nil): "an overlay went with its view, which had not said so"
    }
  }
}
