public import PushHub

/// An observer that reads what a feature usually reads of a push.
@MainActor
public final class ReadingObserver: PushObserver {
  /// How many characters it read.
  public private(set) var characters = 0

  /// Makes an observer that has read nothing.
  public init() {}

  /// Reads the title, the body and one key of the app's own.
  public func receive(_ event: PushEvent) {
    guard let push = event.push else { return }
    characters += push.aps.title?.utf8.count ?? 0
    characters += push.aps.body?.utf8.count ?? 0
    characters += push.payload["order_id"]?.stringValue?.utf8.count ?? 0
  }
}
