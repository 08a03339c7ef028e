/// An observer as apps write it without a hub: it casts its way through the system's dictionary.
@MainActor
public final class CastingObserver {
  /// How many characters it read.
  public private(set) var characters = 0

  /// Makes an observer that has read nothing.
  public init() {}

  /// Reads the title, the body and one key of the app's own.
  public func receive(_ userInfo: [AnyHashable: Any]) {
    let alert = (userInfo["aps"] as? [String: Any])?["alert"] as? [String: Any]
    characters += (alert?["title"] as? String)?.utf8.count ?? 0
    characters += (alert?["body"] as? String)?.utf8.count ?? 0
    characters += (userInfo["order_id"] as? String)?.utf8.count ?? 0
  }
}
