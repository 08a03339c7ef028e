public import Observation
public import PushHub

/// Dots and numbers of a whole app, added up along paths.
///
/// Features put content on nodes; every node above shows the sum, or a dot where there is nothing to
/// count. A change costs the nodes above it, however large the tree is; reading costs nothing.
///
/// ```swift
/// let tree = BadgeTree(
///   scheduler: scheduler,
///   policies: ["tabs/chat": .capped(at: 99), "tabs/chat/family": .muted, "tabs/me": .dotOnly]
/// )
/// tree.set(BadgeContent(count: 3), at: "tabs/chat/work", because: "unread messages")
/// tree["tabs/chat"].badge.text  // "3"
/// tree.explain("tabs")          // tabs/chat/work has 3 since 2026-01-01T00:00:00Z: unread messages
/// ```
///
/// A node is made when it is first named and then stays. A new node shows nothing. The app icon's
/// number is the ``Badge/number`` of a node, of ``BadgePath/root`` for example.
///
/// Every node knows whether it knows: ``BadgeNode/isKnown`` is false until some content was put on it
/// or below it, and as long as any of that is ``BadgeContent/unknown``. What a node shows meanwhile is
/// the sum of what is known. A muted node keeps to itself what it doesn't know.
@MainActor
public final class BadgeTree {
  /// Told of features and feeds that went away; for logs and tests.
  public var log: ((BadgeTreeLogEntry) -> Void)?

  let scheduler: any Scheduler
  private var core = BadgeTreeCore()
  private var nodes: [BadgeNode?] = []

  /// Which connection of a feed's has a node now, by number.
  private var connections: [BadgePath: Int] = [:]
  private var lastConnection = 0

  /// Makes a tree.
  ///
  /// - Parameters:
  ///   - scheduler: What time it is, for explanations.
  ///   - policies: The nodes to begin with.
  public init(scheduler: any Scheduler, policies: [BadgePath: BadgePolicy] = [:]) {
    self.scheduler = scheduler
    for (path, policy) in policies.sorted(by: {
      $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8)
    }) {
      core.setPolicy(policy, at: path)
      _ = core.makeNode(at: path)
    }
  }

  /// How many nodes there are, with the root.
  public var count: Int { core.count }

  /// A node to be observed, which changes only when what it shows does.
  ///
  /// It is always the same object.
  ///
  /// - Complexity: O(1) for a node that is there, else O(depth).
  public subscript(path: BadgePath) -> BadgeNode {
    let number = core.makeNode(at: path)
    if number >= nodes.count {
      nodes += repeatElement(nil, count: core.count - nodes.count)
    }
    if let node = nodes[number] { return node }
    let node = BadgeNode(
      path: path,
      badge: core.badge(ofNumber: number),
      isKnown: core.isKnown(ofNumber: number)
    )
    nodes[number] = node
    return node
  }

  /// What a node shows now, without making or observing it.
  public func badge(at path: BadgePath) -> Badge { core.badge(at: path) }

  /// Whether all that adds to a node is known, without making or observing it.
  public func isKnown(at path: BadgePath) -> Bool { core.isKnown(at: path) }

  /// Replaces what a node itself has.
  ///
  /// - Parameters:
  ///   - content: What it has from now on.
  ///   - path: Which node.
  ///   - reason: Why, for ``explain(_:)``.
  /// - Complexity: O(depth).
  public func set(_ content: BadgeContent, at path: BadgePath, because reason: String) {
    core.set(content, at: path, because: reason, on: scheduler.date)
    tellChanges()
  }

  /// Takes off a node what it itself has, as when the feature that put it there is gone.
  ///
  /// That there is nothing is known then, unless what it had was ``BadgeContent/unknown``: that leaves
  /// the node as if nothing had been put there.
  ///
  /// - Complexity: O(depth).
  public func remove(at path: BadgePath) {
    core.remove(at: path)
    tellChanges()
  }

  /// Replaces how a node shows what it has.
  ///
  /// - Complexity: O(depth).
  public func setPolicy(_ policy: BadgePolicy, at path: BadgePath) {
    core.setPolicy(policy, at: path)
    tellChanges()
  }

  /// Takes all content off a node and those below it, as when everything there was read.
  ///
  /// That there is nothing is known then, wherever something had been put.
  ///
  /// - Complexity: O(nodes below it, and the depth for each that has content).
  public func clear(_ path: BadgePath) {
    core.clear(path)
    tellChanges()
  }

  /// Why a node shows what it shows: which nodes have content, since when, and why.
  ///
  /// In the order in which the nodes were made. What muted nodes keep to themselves is left out,
  /// unless the path is theirs.
  ///
  /// - Complexity: O(nodes below it that have something).
  public func explain(_ path: BadgePath) -> [BadgeCause] { core.explain(path) }

  private func tellChanges() {
    guard core.hasChanges else { return }
    for number in core.takeChanges() where number < nodes.count {
      nodes[number]?.show(core.badge(ofNumber: number), isKnown: core.isKnown(ofNumber: number))
    }
  }
}

extension BadgeTree {
  /// Gives a node to a connection, in place of whatever else feeds it.
  func connect(_ path: BadgePath) -> Int {
    lastConnection += 1
    connections[path] = lastConnection
    return lastConnection
  }

  /// Whether a connection has the node now.
  func isConnected(_ path: BadgePath, _ connection: Int) -> Bool {
    connections[path] == connection
  }

  /// Takes off what a connection has put on a node, unless another has the node by now.
  ///
  /// - Returns: Whether it still had it.
  func disconnect(_ path: BadgePath, _ connection: Int) -> Bool {
    guard connections[path] == connection else { return false }
    connections[path] = nil
    remove(at: path)
    return true
  }
}

/// What went away from a ``BadgeTree``.
public enum BadgeTreeLogEntry: Hashable, Sendable {
  /// A feature is gone that was connected to a node; what it showed was taken off.
  case featureGone(BadgePath)

  /// A feed is gone that fed a node; what it had put there was taken off.
  ///
  /// It is the usual mistake with a ``BadgeFeed`` that nobody keeps.
  case feedGone(BadgePath)
}

/// What one node of a ``BadgeTree`` shows, for whoever observes it.
@MainActor
@Observable
public final class BadgeNode {
  /// Where it is.
  public let path: BadgePath

  /// What it shows.
  public private(set) var badge: Badge

  /// Whether all is known that adds to it, and there is any; before, something may be missing.
  public private(set) var isKnown: Bool

  fileprivate init(path: BadgePath, badge: Badge, isKnown: Bool) {
    self.path = path
    self.badge = badge
    self.isKnown = isKnown
  }

  fileprivate func show(_ newBadge: Badge, isKnown newIsKnown: Bool) {
    if newBadge != badge {
      badge = newBadge
    }
    if newIsKnown != isKnown {
      isKnown = newIsKnown
    }
  }
}
