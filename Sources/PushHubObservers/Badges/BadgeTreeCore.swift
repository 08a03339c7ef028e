import Foundation

/// Adds up badges along paths: a change costs the nodes above it, reading costs nothing.
///
/// Each node keeps the sum of its own content and of what its children give it, which is their own
/// sum unless they are muted.
struct BadgeTreeCore {
  /// What a feature has put on a node, and where the node is.
  private struct Node {
    let path: BadgePath
    var children: [Int] = []

    /// What a feature has put here; nil where none ever has, or none that knew anything.
    var content: BadgeContent?
    var since: Date?
    var reason = ""
  }

  /// What a change goes through on its way up: numbers only, so that it counts no references.
  private struct Sum {
    let parent: Int?
    var policy = BadgePolicy()
    var total = 0
    var dots = 0

    /// How many nodes here and below wait for something to be known, muted ones left out.
    var unknowns = 0

    /// How many nodes here and below a feature has put content on.
    var fed = 0

    var badge: Badge { Badge(total: total, dots: dots, policy: policy) }
    var isEmpty: Bool { total == 0 && dots == 0 }
    var isKnown: Bool { fed > 0 && unknowns == 0 }
  }

  /// The nodes by number, the root first; none is ever taken away.
  private var nodes = [Node(path: .root)]
  private var sums = [Sum(parent: nil)]
  private var numbers = [BadgePath.root: 0]

  private var changed: [Int] = []
}

extension BadgeTreeCore {
  /// How many nodes there are, with the root.
  var count: Int { nodes.count }

  /// The nodes that show something else since the last time, by number; one may be there twice.
  mutating func takeChanges() -> [Int] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed
  }

  /// Whether any node shows something else since changes were taken last.
  var hasChanges: Bool { !changed.isEmpty }

  /// What a node shows.
  func badge(ofNumber number: Int) -> Badge { sums[number].badge }

  /// What a node shows; nothing if there is none at that path.
  func badge(at path: BadgePath) -> Badge { numbers[path].map { sums[$0].badge } ?? .none }

  /// Whether all that adds to a node is known, and there is any.
  func isKnown(ofNumber number: Int) -> Bool { sums[number].isKnown }

  /// Whether all that adds to a node is known; not if there is none at that path.
  func isKnown(at path: BadgePath) -> Bool { numbers[path].map { sums[$0].isKnown } ?? false }

  /// The number of a node, which is made, with those above it, if there is none.
  ///
  /// - Complexity: O(1) for a node that is there, else O(depth).
  mutating func makeNode(at path: BadgePath) -> Int {
    if let number = numbers[path] { return number }
    let parent = path.parent.map { makeNode(at: $0) } ?? 0
    let number = nodes.count
    nodes.append(Node(path: path))
    sums.append(Sum(parent: parent))
    nodes[parent].children.append(number)
    numbers[path] = number
    return number
  }

  /// Replaces what a feature has put on a node.
  ///
  /// - Complexity: O(depth).
  mutating func set(
    _ content: BadgeContent,
    at path: BadgePath,
    because reason: String,
    on date: @autoclosure () -> Date
  ) {
    let number = makeNode(at: path)
    if content.isEmpty {
      nodes[number].since = nil
      nodes[number].reason = ""
    } else {
      nodes[number].since = nodes[number].since ?? date()
      nodes[number].reason = reason
    }
    replaceContent(of: number, with: content)
  }

  /// Takes off a node what a feature has put there, as when the feature is gone.
  ///
  /// What nobody has ever known stays unknown.
  ///
  /// - Complexity: O(depth).
  mutating func remove(at path: BadgePath) {
    guard let number = numbers[path], let old = nodes[number].content else { return }
    nodes[number].since = nil
    nodes[number].reason = ""
    replaceContent(of: number, with: old.isKnown ? .nothing : nil)
  }

  private mutating func replaceContent(of number: Int, with content: BadgeContent?) {
    let old = nodes[number].content
    guard content != old else { return }
    nodes[number].content = content
    if (content == nil) != (old == nil) {
      feed(content == nil ? -1 : 1, from: number)
    }
    add(
      (content?.count ?? 0) - (old?.count ?? 0),
      dots: (content?.hasDot == true ? 1 : 0) - (old?.hasDot == true ? 1 : 0),
      unknowns: (content?.isKnown == false ? 1 : 0) - (old?.isKnown == false ? 1 : 0),
      from: number
    )
  }

  /// Replaces how a node shows what it has.
  ///
  /// - Complexity: O(depth).
  mutating func setPolicy(_ policy: BadgePolicy, at path: BadgePath) {
    let number = makeNode(at: path)
    let old = sums[number]
    guard policy != old.policy else { return }
    sums[number].policy = policy
    if sums[number].badge != old.badge {
      changed.append(number)
    }
    guard policy.isMuted != old.policy.isMuted, let parent = old.parent else { return }
    let sign = policy.isMuted ? -1 : 1
    add(sign * old.total, dots: sign * old.dots, unknowns: sign * old.unknowns, from: parent)
  }

  /// Takes all content off a node and those below it.
  ///
  /// - Complexity: O(nodes below it, and the depth for each that has content).
  mutating func clear(_ path: BadgePath) {
    guard let number = numbers[path] else { return }
    var unvisited = [number]
    while let number = unvisited.popLast() {
      unvisited += nodes[number].children
      guard nodes[number].content != nil else { continue }
      set(.nothing, at: nodes[number].path, because: "", on: .distantPast)
    }
  }

  /// Why a node shows what it shows, in the order in which the nodes were made.
  ///
  /// - Complexity: O(nodes below it that have something).
  func explain(_ path: BadgePath) -> [BadgeCause] {
    guard let start = numbers[path] else { return [] }
    var found: [Int] = []
    var unvisited = [start]
    while let number = unvisited.popLast() {
      let node = nodes[number]
      if node.content?.isEmpty == false {
        found.append(number)
      }
      unvisited += node.children.filter { !sums[$0].isEmpty && !sums[$0].policy.isMuted }
    }
    return found.sorted().compactMap { number in
      let node = nodes[number]
      guard let since = node.since, let content = node.content else { return nil }
      return BadgeCause(path: node.path, content: content, since: since, reason: node.reason)
    }
  }

  private mutating func add(_ count: Int, dots: Int, unknowns: Int, from start: Int) {
    guard count != 0 || dots != 0 || unknowns != 0 else { return }
    var next: Int? = start
    while let number = next {
      var sum = sums[number]
      let before = sum
      sum.total += count
      sum.dots += dots
      sum.unknowns += unknowns
      sums[number] = sum
      if sum.badge != before.badge || sum.isKnown != before.isKnown {
        changed.append(number)
      }
      next = sum.policy.isMuted ? nil : sum.parent
    }
  }

  /// Counts a node to which content comes, or whose content goes, on the way up to the root.
  ///
  /// Past muted nodes too: that nothing comes from those is known.
  private mutating func feed(_ difference: Int, from start: Int) {
    var next: Int? = start
    while let number = next {
      let wasKnown = sums[number].isKnown
      sums[number].fed += difference
      if sums[number].isKnown != wasKnown {
        changed.append(number)
      }
      next = sums[number].parent
    }
  }
}
