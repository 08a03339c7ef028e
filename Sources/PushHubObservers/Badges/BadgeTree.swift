public import Foundation
public import Observation
public import PushHub

/// Dots and numbers of a whole app, added up along paths.
///
/// Features put badges on nodes; every node above shows the sum, or a dot where there is nothing to
/// count. A change costs the nodes above it, however large the tree is; reading costs nothing.
///
/// ```swift
/// let tree = BadgeTree(
///   scheduler: scheduler,
///   policies: ["tabs/chat": BadgePolicy(cap: 99), "tabs/me": BadgePolicy(isDotOnly: true)]
/// )
/// tree.set(.number(3), at: "tabs/chat/work", because: "unread messages")
/// tree["tabs/chat"].badge.text  // "3"
/// tree.explain("tabs")          // tabs/chat/work has 3 since 2026-01-01T00:00:00Z: unread messages
/// ```
///
/// A node is created when it is first named and then stays. A new node shows nothing. The app icon's
/// number is the ``Badge/number`` of a node, of ``BadgePath/root`` for example.
///
/// A node's badge is ``Badge/isKnown`` when something was put on it or below it, and all of that is known.
/// Until then the node shows the sum of what is known. A muted node that is unknown does not affect the
/// nodes above.
@MainActor
public final class BadgeTree {
  /// The numbers that add up on the way to the root.
  private struct Sum {
    var total = 0
    var dots = 0

    /// The number of nodes here and below that wait for something to be known, muted ones left out.
    var unknowns = 0

    /// The number of nodes here and below that have a feature's badge, muted ones too.
    ///
    /// With none, the badge is unknown.
    var fed = 0

    init(of badge: Badge? = nil) {
      guard let badge else { return }
      fed = 1
      unknowns = badge.isKnown ? 0 : 1
      switch badge.mark {
      case .none: break
      case .dot: dots = 1
      case .number(let number): total = number
      }
    }

    mutating func add(_ other: Sum, times sign: Int = 1) {
      total += sign * other.total
      dots += sign * other.dots
      unknowns += sign * other.unknowns
      fed += sign * other.fed
    }
  }

  private struct Node {
    let path: BadgePath
    let parent: Int?
    var children: [Int] = []
    var observed: BadgeNode?
    var policy = BadgePolicy()
    var sum = Sum()

    /// The badge that a feature has put here; `nil` if there was none, or if it was removed unknown.
    var content: Badge?
    var since: Date?
    var reason = ""

    /// The badge that it shows.
    var badge: Badge {
      let mark: Badge.Mark =
        if sum.total > 0, !policy.isDotOnly {
          // One more than are shown says that there are more.
          .number(min(sum.total - 1, max(policy.cap ?? sum.total, 1)) + 1)
        } else {
          sum.total > 0 || sum.dots > 0 ? .dot : .none
        }
      return Badge(
        mark,
        cap: policy.cap,
        isMuted: policy.isMuted,
        isKnown: sum.fed > 0 && sum.unknowns == 0
      )
    }
  }

  let scheduler: any Scheduler

  /// The followers connected to nodes.
  var followers: [BadgePath: AnyObject] = [:]

  /// The nodes by number, the root first; none is ever taken away.
  private var nodes = [Node(path: .root, parent: nil)]
  private var numbers = [BadgePath.root: 0]

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler, for the times in explanations.
  ///   - policies: The nodes to begin with.
  public init(
    scheduler: any Scheduler,
    policies: KeyValuePairs<BadgePath, BadgePolicy> = [:]
  ) {
    self.scheduler = scheduler
    for (path, policy) in policies {
      setPolicy(policy, at: path)
    }
  }
}

// MARK: - What is shown

extension BadgeTree {
  /// The number of nodes, with the root.
  public var count: Int { nodes.count }

  /// The node at a path, to be observed; it changes only when its badge does.
  ///
  /// The object is always the same.
  ///
  /// - Complexity: O(1) for a node that is there, else O(depth).
  public subscript(path: BadgePath) -> BadgeNode {
    let number = makeNode(at: path)
    if let node = nodes[number].observed { return node }
    let node = BadgeNode(path: path, badge: nodes[number].badge)
    nodes[number].observed = node
    return node
  }

  /// Returns the badge that a node shows now, without creating or observing it.
  public func badge(at path: BadgePath) -> Badge {
    numbers[path].map { nodes[$0].badge } ?? .unknown
  }

  /// Returns the reasons why a node shows its badge: the nodes that have something, since when, and why.
  ///
  /// Nodes come before those below them. Muted nodes are left out, unless the path is theirs.
  ///
  /// - Complexity: O(nodes below it that have something).
  public func explain(_ path: BadgePath) -> [BadgeCause] {
    numbers[path].map(causes) ?? []
  }

  private func causes(of number: Int) -> [BadgeCause] {
    let node = nodes[number]
    let below = node.children.filter { nodes[$0].badge.isShown && !nodes[$0].policy.isMuted }
      .flatMap(causes)
    guard let since = node.since, let badge = node.content else { return below }
    return [BadgeCause(path: node.path, badge: badge, since: since, reason: node.reason)] + below
  }
}

// MARK: - What changes

extension BadgeTree {
  /// Replaces what a node itself has.
  ///
  /// - Parameters:
  ///   - badge: The new badge.
  ///   - path: The path of the node.
  ///   - reason: The reason, for ``explain(_:)``.
  /// - Complexity: O(depth).
  public func set(_ badge: Badge, at path: BadgePath, because reason: String) {
    replaceContent(of: makeNode(at: path), with: badge, because: reason)
  }

  /// Removes the badge that was put on a node, and ends its connection.
  ///
  /// The node is then known to have nothing, unless the removed badge was unknown: then it is as if nothing had
  /// been put there.
  ///
  /// - Complexity: O(depth).
  public func remove(at path: BadgePath) {
    disconnect(path)
    guard let number = numbers[path], let old = nodes[number].content else { return }
    replaceContent(of: number, with: old.isKnown ? Badge.none : nil)
  }

  /// Ends the connection of a node, with the nodes that it has put badges on below.
  func disconnect(_ path: BadgePath) {
    let former = followers.removeValue(forKey: path) as? BadgesBelow
    former?.follower = nil
    for node in former?.paths ?? [] { remove(at: node) }
  }

  /// Replaces how a node shows what it has.
  ///
  /// - Complexity: O(depth).
  public func setPolicy(_ policy: BadgePolicy, at path: BadgePath) {
    let number = makeNode(at: path)
    let wasMuted = nodes[number].policy.isMuted
    nodes[number].policy = policy
    show(number)
    guard policy.isMuted != wasMuted, let parent = nodes[number].parent else { return }
    var change = Sum()
    change.add(nodes[number].sum, times: policy.isMuted ? -1 : 1)
    change.fed = 0
    add(change, from: parent)
  }

  private func makeNode(at path: BadgePath) -> Int {
    if let number = numbers[path] { return number }
    let parent = path.parent.map(makeNode) ?? 0
    let number = nodes.count
    nodes.append(Node(path: path, parent: parent))
    nodes[parent].children.append(number)
    numbers[path] = number
    return number
  }

  private func replaceContent(of number: Int, with badge: Badge?, because reason: String = "") {
    nodes[number].since = badge?.isShown == true ? nodes[number].since ?? scheduler.date : nil
    nodes[number].reason = reason
    let old = nodes[number].content
    guard badge != old else { return }
    nodes[number].content = badge
    var change = Sum(of: badge)
    change.add(Sum(of: old), times: -1)
    add(change, from: number)
  }

  /// Adds on the way to the root; past a muted node only that something was put there.
  private func add(_ change: Sum, from start: Int) {
    let path = sequence(first: start) { self.nodes[$0].parent }
    var change = change
    for number in path {
      nodes[number].sum.add(change)
      if nodes[number].policy.isMuted {
        (change.total, change.dots, change.unknowns) = (0, 0, 0)
      }
    }
    for number in path {
      show(number)
    }
  }

  private func show(_ number: Int) {
    nodes[number].observed?.show(nodes[number].badge)
  }
}

/// One node of a ``BadgeTree``, to be observed.
@MainActor
@Observable
public final class BadgeNode: BadgeSource {
  /// The path of the node.
  public let path: BadgePath

  /// The badge that it shows.
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

/// One reason why a node shows something: a node at or below it that a feature has put something on.
public struct BadgeCause: Equatable, Sendable, CustomStringConvertible {
  /// The path of the node.
  public let path: BadgePath

  /// The badge of the node.
  public let badge: Badge

  /// The date since which there has been something, without a break.
  public let since: Date

  /// The reason that the feature gave.
  public let reason: String

  /// A sentence for a log or a debug menu.
  public var description: String {
    let place = path == .root ? "The root" : path.text
    let what = badge.mark == .dot ? "a dot" : badge.text
    return "\(place) has \(what) since \(since.formatted(.iso8601)): \(reason)"
  }
}

/// The place of a node in a ``BadgeTree``: names from the root down, as in `tabs/notifications/mentions`.
///
/// The root's path is empty. Slashes at the ends and doubled ones add nothing. A path has at most a
/// hundred names: all that comes after 99 is one name, slashes included.
public struct BadgePath: Hashable, Sendable {
  /// The names, with slashes between.
  public let text: String

  /// Reads a path.
  public init(_ text: String) {
    self.text = text.split(separator: "/").joined(separator: "/")
  }

  /// The path of the root.
  public static let root = BadgePath("")

  /// The path of a node below with any name; slashes in it are `%2F`, and percent signs `%25`.
  func child(_ name: String) -> BadgePath {
    let name = name.replacing("%", with: "%25").replacing("/", with: "%2F")
    return BadgePath("\(text)/\(name)")
  }

  /// The path one level up; nil for the root.
  public var parent: BadgePath? {
    let names = text.split(separator: "/", maxSplits: 99)
    return names.isEmpty ? nil : BadgePath(names.dropLast().joined(separator: "/"))
  }
}

extension BadgePath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Reads a path from a literal, such as `"tabs/chat/\(room)"`.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The names, with slashes between.
  public var description: String { text }
}
