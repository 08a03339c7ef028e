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
@MainActor
public final class BadgeTree {
  private let scheduler: any Scheduler
  private var core = BadgeTreeCore()
  private var nodes: [BadgeNode?] = []

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
    let node = BadgeNode(path: path, badge: core.badge(at: path))
    nodes[number] = node
    return node
  }

  /// What a node shows now, without making or observing it.
  public func badge(at path: BadgePath) -> Badge { core.badge(at: path) }

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

  /// Replaces how a node shows what it has.
  ///
  /// - Complexity: O(depth).
  public func setPolicy(_ policy: BadgePolicy, at path: BadgePath) {
    core.setPolicy(policy, at: path)
    tellChanges()
  }

  /// Takes all content off a node and those below it, as when everything there was read.
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
      nodes[number]?.show(core.badge(ofNumber: number))
    }
  }
}

/// What one node of a ``BadgeTree`` shows, for whoever observes it.
@MainActor
@Observable
public final class BadgeNode {
  /// Where it is.
  public let path: BadgePath

  /// What it shows.
  public private(set) var badge: Badge

  fileprivate init(path: BadgePath, badge: Badge) {
    self.path = path
    self.badge = badge
  }

  fileprivate func show(_ newBadge: Badge) {
    if newBadge != badge {
      badge = newBadge
    }
  }
}
