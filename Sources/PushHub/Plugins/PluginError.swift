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

    /// The plugin claims a category that another plugin has, or that it claims twice itself.
    public static let categoryTaken = Code(rawValue: "categoryTaken")
  }

  /// What kind of refusal.
  public let code: Code

  /// The name that was asked for.
  public let name: String

  /// The identifier of the category that two claim, if that was the reason.
  public let category: String?

  /// The name of the plugin that has the category; the same as ``name`` if it claims it twice.
  public let owner: String?

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - code: What kind of refusal.
  ///   - name: The name that was asked for.
  ///   - category: The category that two claim.
  ///   - owner: The name of the plugin that has it.
  public init(code: Code, name: String, category: String? = nil, owner: String? = nil) {
    self.code = code
    self.name = name
    self.category = category
    self.owner = owner
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
    case .categoryTaken:
      "The plugin named \"\(name)\" claims the category \"\(category ?? "")\", which \"\(owner ?? "")\" "
        + "has already: give one of them another identifier."
    default:
      "The plugin named \"\(name)\" was refused: \(code.rawValue)."
    }
  }
}
