import Observation
import PushHub

/// Puts what features show on nodes of a ``BadgeTree``, and keeps it up to date.
///
/// The features don't know the tree, nor one another. Any ``BadgeSource`` can be connected, and
/// anything else that is observable:
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
/// A change reaches the tree in work of the tree's scheduler, in the next turn of the main actor. The
/// feed keeps the tree and the closures, and no feature: what a feature had on its node is taken off
/// when the feature is gone, at the latest with the next change of what it was read from. A node that
/// is connected by two feeds is the later one's: what the earlier follows no longer reaches it. Whoever
/// makes a feed keeps it: when it goes, so does all that it has put on the tree, which tells its
/// ``BadgeTree/log``.
@MainActor
public final class BadgeFeed {
  /// What is connected to a node; when it goes, its work is told.
  private final class Line {
    let number: Int
    let reason: String

    /// Reads the content; without any the feature is gone.
    let content: @MainActor () -> BadgeContent?

    /// What reads the content anew once it has been cancelled.
    var reading: Task<Void, Never>?

    /// What would end the reading at once, where there is nothing to be observed.
    var constant: Tether?

    init(
      _ number: Int,
      because reason: String,
      content: @escaping @MainActor () -> BadgeContent?
    ) {
      self.number = number
      self.reason = reason
      self.content = content
    }

    deinit {
      reading?.cancel()
    }
  }

  /// Cancels a task when it is let go of, as by observation together with what was observed.
  private final class Tether: Sendable {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
      self.task = task
    }

    deinit {
      task.cancel()
    }
  }

  private let tree: BadgeTree
  private var lines: [BadgePath: Line] = [:]

  /// Makes a feed with nothing connected.
  public init(into tree: BadgeTree) {
    self.tree = tree
  }

  /// Puts what a source says on a node, now and whenever it says something else.
  ///
  /// It replaces what was connected to the node before.
  ///
  /// - Parameters:
  ///   - source: A feature, or a source of the app's own; not kept alive.
  ///   - path: Which node.
  ///   - reason: Why, for ``BadgeTree/explain(_:)``; by default the source's.
  public func connect(
    _ source: some BadgeSource,
    to path: BadgePath,
    because reason: String? = nil
  ) {
    connect(path, reason ?? source.badgeReason) { [weak source] in source?.badgeContent }
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
    connect(path, reason, content)
  }

  /// Takes the content off a node and follows it no longer.
  public func disconnect(_ path: BadgePath) {
    guard let line = lines.removeValue(forKey: path) else { return }
    _ = tree.disconnect(path, line.number)
  }

  /// Takes off everything that is connected, as before the feed is let go of.
  public func disconnectAll() {
    for path in lines.keys.sorted(by: { $0.text < $1.text }) {
      disconnect(path)
    }
  }
}

extension BadgeFeed {
  private func connect(
    _ path: BadgePath,
    _ reason: String,
    _ content: @escaping @MainActor () -> BadgeContent?
  ) {
    let line = Line(tree.connect(path), because: reason, content: content)
    lines[path] = line
    read(line, at: path)
  }

  /// Reads the content, and anew once what it was read from changes or is gone.
  private func read(_ line: Line, at path: BadgePath) {
    // Observation tells off the main actor, where cancelling is allowed.
    let reading = tree.scheduler.perform { [weak self, weak line, tree, number = line.number] in
      try? await ScheduledCondition().wait()
      if let self {
        self.readAgain(line, at: path)
      } else if tree.disconnect(path, number) {
        tree.log?(.feedGone(path))
      }
    }
    line.reading = reading
    var tether = Tether(reading)
    let content = withObservationTracking(line.content) { [tether] in
      tether.task.cancel()
    }
    if isKnownUniquelyReferenced(&tether) {
      // Nothing observable was read, so that nothing will change: the line alone ends it.
      line.constant = tether
    }
    guard isFeeding(line, path) else { return }
    guard let content else { return lose(line, at: path) }
    tree.set(content, at: path, because: line.reason)
  }

  private func readAgain(_ line: Line?, at path: BadgePath) {
    guard let line, isFeeding(line, path) else { return }
    read(line, at: path)
  }

  /// Whether a line still has its node; one that another feed has taken it from is let go of.
  private func isFeeding(_ line: Line, _ path: BadgePath) -> Bool {
    guard lines[path] === line else { return false }
    guard tree.isConnected(path, line.number) else {
      lines[path] = nil
      return false
    }
    return true
  }

  private func lose(_ line: Line, at path: BadgePath) {
    lines[path] = nil
    if tree.disconnect(path, line.number) {
      tree.log?(.featureGone(path))
    }
  }
}
