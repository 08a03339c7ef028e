/// How the user answered a notification.
public struct PushResponse: Hashable, Sendable {
  /// What the user chose.
  public enum Action: Hashable, Sendable {
    /// The user tapped the notification itself.
    case `default`

    /// The user dismissed the notification; only told for categories that ask for it.
    case dismiss

    /// The user chose one of the app's own actions, by its identifier.
    case custom(String)
  }

  /// What the user chose.
  public var action: Action

  /// The text that the user typed, for an action that asks for text.
  public var reply: String?

  /// Describes an answer.
  public init(action: Action = .default, reply: String? = nil) {
    self.action = action
    self.reply = reply
  }
}

extension PushResponse.Action: CustomStringConvertible {
  /// `default`, `dismiss` or the identifier of the app's own action.
  public var description: String {
    switch self {
    case .default: "default"
    case .dismiss: "dismiss"
    case .custom(let identifier): identifier
    }
  }
}

extension PushResponse.Action {
  /// The action that ``description`` names.
  init(name: String) {
    switch name {
    case "default": self = .default
    case "dismiss": self = .dismiss
    default: self = .custom(name)
    }
  }
}
