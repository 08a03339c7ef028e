public import Foundation

/// One reason why a node shows something: a node at or below it that a feature has put content on.
public struct BadgeCause: Hashable, Sendable {
  /// Where the content is.
  public let path: BadgePath

  /// The content.
  public let content: BadgeContent

  /// Since when there has been content, without a break.
  public let since: Date

  /// What the feature said when it put it there.
  public let reason: String
}

extension BadgeCause: CustomStringConvertible {
  /// A sentence for a log or a debug menu.
  public var description: String {
    let what = [
      content.count > 0 ? "\(content.count)" : nil, content.hasDot ? "a dot" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    return "\(path.text.isEmpty ? "The root" : path.text) has \(what) since "
      + "\(since.formatted(.iso8601)): \(reason)"
  }
}
