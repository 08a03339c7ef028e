/// A reason why a ``PluginHost`` refused a plugin.
public enum PluginError: Error, Equatable, Sendable {
  /// Another plugin is installed under the name.
  case nameTaken(String)

  /// The plugin itself is installed under another name than this one.
  case installedAlready(String)

  /// No plugin is installed under the name.
  case unknownName(String)

  /// The plugin claims a category that another plugin has, or claims one twice.
  case categoryTaken(String, by: String, owner: String)
}

extension PluginError: CustomStringConvertible {
  /// A description of the error, with advice.
  public var description: String {
    switch self {
    case .nameTaken(let name):
      "A plugin named \"\(name)\" is installed already: remove it first or choose another name."
    case .installedAlready(let name):
      "The plugin is installed already, under another name than \"\(name)\": remove it first."
    case .unknownName(let name):
      "No plugin named \"\(name)\" is installed: see the host's names for those that are."
    case .categoryTaken(let category, let name, let owner):
      "The plugin named \"\(name)\" claims the category \"\(category)\", which \"\(owner)\" "
        + "has already: give one of them another identifier."
    }
  }
}
