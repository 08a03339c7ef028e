import Foundation
public import PushHubBackend

extension SharedTokens {
  /// Writes the tokens of all controls, of which each has its own, and removes those of former controls.
  public func setControls(_ tokens: [PushToken]) throws {
    let names = tokens.indices.map { "control-\($0)" }
    for name in all().keys where name.hasPrefix("control-") && !names.contains(name) {
      try set(nil, named: name)
    }
    for (name, token) in zip(names, tokens) {
      try set(token, named: name)
    }
  }
}

#if canImport(ActivityKit) && !os(macOS)
extension SharedTokens {
  /// The tokens that the widget extension receives, in the folder of the app group.
  ///
  /// Without the capability App Groups, it is a folder that the other process doesn't see.
  public static let delivery: SharedTokens = {
    let group = FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Delivery")
    return SharedTokens(folder: (group ?? .temporaryDirectory).appending(path: "tokens"))
  }()
}
#endif
