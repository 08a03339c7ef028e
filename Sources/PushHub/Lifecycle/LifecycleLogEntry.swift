/// One line of an app lifecycle's log.
public struct LifecycleLogEntry: Hashable, Sendable {
  /// What kind of thing happened; new kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind in one word.
    public let rawValue: String

    /// Makes a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An observer died without having been removed.
    public static let observerDied = Code(rawValue: "observerDied")

    /// An observer died without ever having received an event.
    public static let observerDiedUnheard = Code(rawValue: "observerDiedUnheard")

    /// A view is gone that had shown a page or covered one, and had not said so.
    public static let viewGone = Code(rawValue: "viewGone")
  }

  /// What kind of thing happened.
  public let code: Code

  /// The type of the observer that it is about.
  public let observer: String?

  /// What happened, in a sentence.
  public let message: String
}

extension LifecycleLogEntry: CustomStringConvertible {
  /// The kind, the observer and the sentence.
  public var description: String {
    let words = [code.rawValue, observer].compactMap { $0 }
    return "\(words.joined(separator: " ")): \(message)"
  }
}
