public import Observation
public import PushHub

/// Something observable whose badge a view, a tab, the app's icon or a node can follow.
///
/// A ``BadgeNode`` is one, and so are features that have something to show. One of the app's own is one
/// in a line:
///
/// ```swift
/// extension Drafts: BadgeSource {
///   var badge: Badge { isEmpty ? .none : .dot }
/// }
/// ```
@MainActor
public protocol BadgeSource: AnyObject, Observable, Sendable {
  /// The present badge, read from observable properties.
  ///
  /// Its number is complete: ``Badge/cap`` limits what is shown.
  var badge: Badge { get }

  /// The reason for the badge in ``BadgeTree/explain(_:)``; by default the name of the type.
  var badgeReason: String { get }
}

extension BadgeSource {
  /// The name of the type.
  public var badgeReason: String { "\(Self.self)" }
}

// MARK: - Following

typealias BadgeFollower = ObservationFollower<Badge?>

extension BadgeFollower {
  /// Follows a source without keeping it alive; the last badge is left as it was when the source is gone.
  convenience init(_ source: some BadgeSource, show: @escaping @MainActor (Badge) -> Void) {
    self.init(of: source, \.badge, show: { $0.map(show) })
  }
}

// MARK: - Features on a tree

extension BadgeTree {
  /// Puts a source's badge on a node, now and whenever it changes.
  ///
  /// Sources depend neither on the tree nor on each other:
  ///
  /// ```swift
  /// tree.connect(unread, to: "tabs/home")
  /// tree.connect(badge, to: "tabs/notifications")
  /// ```
  ///
  /// It takes the place of what was connected to the node before. A change reaches the tree in the next
  /// turn of the main actor, in work of the tree's scheduler. The source is not kept alive; its badge is
  /// removed when it is deallocated.
  ///
  /// - Parameters:
  ///   - source: A feature, or a source of the app's own.
  ///   - path: The path of the node.
  ///   - reason: The reason, for ``explain(_:)``; by default the source's.
  public func connect(
    _ source: some BadgeSource,
    to path: BadgePath,
    because reason: String? = nil
  ) {
    disconnect(path)
    let show = show(at: path, because: reason ?? source.badgeReason)
    followers[path] = BadgeFollower(of: source, \.badge, on: scheduler, show: show)
  }

  /// Puts a badge on a node, now and whenever something observable changes that it was read from.
  ///
  /// ```swift
  /// tree.connect("tabs/me/drafts", because: "unsent drafts") { [weak drafts] in
  ///   .number(drafts?.count ?? 0)
  /// }
  /// ```
  ///
  /// It takes the place of what was connected to the node before, whose closure is kept until the next change of what
  /// it has read. A badge that is connected often, such as by a cell, is better a ``BadgeSource``.
  ///
  /// - Parameters:
  ///   - path: The path of the node.
  ///   - reason: The reason, for ``explain(_:)``.
  ///   - badge: Reads the badge; kept, and called again after each change.
  public func connect(
    _ path: BadgePath,
    because reason: String,
    badge: @escaping @MainActor () -> Badge
  ) {
    disconnect(path)
    let show = show(at: path, because: reason)
    followers[path] = BadgeFollower(on: scheduler, read: badge, show: show)
  }

  /// Puts the badge of each account on a node of its own below a path, which shows their sum.
  ///
  /// ```swift
  /// tree.connect(accountsBelow: "accounts", because: "unread messages") { [weak unread] in
  ///   unread?.accountBadges
  /// }
  /// ```
  ///
  /// A node has the name of its account, with `%2F` for a slash. It has nothing once the account is left out. Unknown
  /// badges are best left out, so that the sum is that of the others.
  ///
  /// - Parameters:
  ///   - path: The path of the node above. It takes the place of what was connected to it before.
  ///   - reason: The reason, for ``explain(_:)``.
  ///   - badges: Reads the badges, `nil` if none is known; kept, and called again after each change.
  public func connect(
    accountsBelow path: BadgePath,
    because reason: String,
    badges: @escaping @MainActor () -> [AccountID: Badge]?
  ) {
    disconnect(path)
    let below = BadgesBelow()
    followers[path] = below
    below.follower = ObservationFollower(on: scheduler, read: badges) {
      [weak self, weak below] badges in
      let nodes = (badges ?? [:]).map { (path.child($0.key.rawValue), $0.value) }
      let former = below?.paths ?? []
      for gone in former.subtracting(nodes.map(\.0)) { self?.remove(at: gone) }
      below?.paths = Set(nodes.map(\.0))
      for (node, badge) in nodes { self?.set(badge, at: node, because: reason) }
      self?.set(badges == nil ? .unknown : .none, at: path, because: reason)
    }
  }

  private func show(at path: BadgePath, because reason: String) -> @MainActor (Badge?) -> Void {
    { [weak self] badge in
      if let badge {
        self?.set(badge, at: path, because: reason)
      } else {
        self?.remove(at: path)
      }
    }
  }
}

/// A connection that puts badges on nodes below its own.
@MainActor
final class BadgesBelow {
  var follower: AnyObject?
  var paths: Set<BadgePath> = []
}
