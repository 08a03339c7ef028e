import Observation

/// Puts what features show on nodes of a ``BadgeTree``, and keeps it up to date.
///
/// The features don't know the tree, nor one another. Anything observable can be connected:
///
/// ```swift
/// let feed = BadgeFeed(into: tree)
/// feed.connect(unread, to: "tabs/home")
/// feed.connect(badge, to: "tabs/notifications")
/// feed.connect("tabs/me/drafts", because: "unsent drafts") { [weak drafts] in
///   BadgeContent(count: drafts?.count ?? 0)
/// }
/// ```
///
/// A change reaches the tree in the next turn of the main actor. The feed keeps the tree and the
/// closures, and no feature.
@MainActor
public final class BadgeFeed {
  private struct Line {
    let number: Int
    let reason: String
    let content: @MainActor () -> BadgeContent
  }

  private let tree: BadgeTree
  private var lines: [BadgePath: Line] = [:]
  private var lineCount = 0

  /// Makes a feed with nothing connected.
  public init(into tree: BadgeTree) {
    self.tree = tree
  }

  /// Puts content on a node, now and whenever something observable changes that it was read from.
  ///
  /// It replaces what was connected to the node before.
  ///
  /// - Parameters:
  ///   - path: Which node.
  ///   - reason: Why, for ``BadgeTree/explain(_:)``.
  ///   - content: Reads the content; called again after each change.
  public func connect(
    _ path: BadgePath,
    because reason: String,
    content: @escaping @MainActor () -> BadgeContent
  ) {
    lineCount += 1
    lines[path] = Line(number: lineCount, reason: reason, content: content)
    update(path, of: lineCount)
  }

  /// Puts the number of unread messages on a node.
  public func connect(_ unread: UnreadSync, to path: BadgePath) {
    connect(path, because: "unread messages") { [weak unread] in
      BadgeContent(count: unread?.state.count ?? 0)
    }
  }

  /// Puts the dot for new notifications on a node.
  public func connect(_ badge: BadgeDot, to path: BadgePath) {
    connect(path, because: "a notification after the read mark") { [weak badge] in
      BadgeContent(hasDot: badge?.isShown ?? false)
    }
  }

  /// Takes the content off a node and follows it no longer.
  public func disconnect(_ path: BadgePath) {
    guard lines.removeValue(forKey: path) != nil else { return }
    tree.set(.nothing, at: path, because: "")
  }

  /// Reads the content anew; after a change in the next turn, since that is told of before it.
  private func update(_ path: BadgePath, of number: Int) {
    guard let line = lines[path], line.number == number else { return }
    let content = withObservationTracking(line.content) { [weak self] in
      Task { await self?.update(path, of: number) }
    }
    tree.set(content, at: path, because: line.reason)
  }
}
