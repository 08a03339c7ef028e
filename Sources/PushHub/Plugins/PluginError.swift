/// Why a ``PluginHost`` refused a plugin.
public struct PluginError: Error, Hashable, Sendable {
  /// What kind of refusal; new kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind in one word.
    public let rawValue: String

    /// Makes a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Another plugin is installed under the name.
    public static let nameTaken = Code(rawValue: "nameTaken")

    /// The plugin itself is installed under another name.
    ///
    /// Detached once, it would be deaf under both.
    public static let installedAlready = Code(rawValue: "installedAlready")

    /// No plugin is installed under the name.
    public static let unknownName = Code(rawValue: "unknownName")
  }

  /// What kind of refusal.
  public let code: Code

  /// The name that was asked for.
  public let name: String

  /// Describes a refusal.
  public init(code: Code, name: String) {
    self.code = code
    self.name = name
  }
}

extension PluginError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch code {
    case .nameTaken:
      "A plugin named \"\(name)\" is installed already: remove it first or choose another name."
    case .installedAlready:
      "The plugin is installed already, under another name than \"\(name)\": remove it first."
    case .unknownName:
      "No plugin named \"\(name)\" is installed: see the host's names for those that are."
    default:
      "The plugin named \"\(name)\" was refused: \(code.rawValue)."
    }
  }
}
