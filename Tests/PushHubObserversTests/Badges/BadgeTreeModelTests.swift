import Observation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The tree against one that adds up its children whenever it is read.
@MainActor
struct BadgeTreeModelTests {
  /// Contents and policies by path, and nothing else.
  private struct Model {
    var contents: [BadgePath: Badge] = [:]
    var policies: [BadgePath: BadgePolicy] = [:]

    /// Whether all nodes from a path up to, not including, one above it are counted.
    private func isHeard(_ path: BadgePath, at top: BadgePath) -> Bool {
      if path == top { return true }
      guard let parent = path.parent, !(policies[path]?.isMuted ?? false) else { return false }
      return isHeard(parent, at: top)
    }

    func causes(of path: BadgePath) -> [BadgePath: Badge] {
      contents.filter { $0.value.isShown && isHeard($0.key, at: path) }
    }

    func isKnown(_ path: BadgePath) -> Bool {
      let below = contents.filter { ("/" + $0.key.text).hasPrefix(path == .root ? "" : "/\(path)") }
        .filter { $0.key == path || path == .root || $0.key.text.hasPrefix("\(path)/") }
      return !below.isEmpty
        && below.allSatisfy { $0.value.isKnown || !isHeard($0.key, at: path) }
    }

    func badge(at path: BadgePath) -> Badge {
      let badges = causes(of: path).values
      let policy = policies[path] ?? BadgePolicy()
      let total = badges.reduce(0) { $0 + $1.number }
      let mark: Badge.Mark =
        total > 0 && !policy.isDotOnly
        ? .number(min(total, (policy.cap ?? total) + 1)) : badges.isEmpty ? .none : .dot
      return Badge(mark, cap: policy.cap, isMuted: policy.isMuted, isKnown: isKnown(path))
    }
  }

  private let paths: [BadgePath] = [
    "", "a", "a/b", "a/b/c", "a/b/c/d", "a/b/e", "a/f", "g", "g/h", "g/h/i", "j",
  ]

  @Test func `any changes leave the same sums, and each difference is reported`() {
    for seed in SeededGenerator.seeds(40, thorough: 150) {
      var generator = SeededGenerator(seed: seed)
      let tree = BadgeTree(scheduler: ManualScheduler())
      let observed = paths.filter { _ in generator.below(3) > 0 }.map { tree[$0] }
      var model = Model()
      var wrong: [BadgePath] = []
      for _ in 0..<40 {
        let before = observed.map(\.badge)
        let told = observed.map { node in ObservedChange(of: { node.badge }) }
        change(tree, &model, using: &generator)
        wrong += paths.filter { tree.badge(at: $0) != model.badge(at: $0) }
        for (index, node) in observed.enumerated()
        where node.badge != tree.badge(at: node.path)
          || (node.badge == before[index] && told[index].happened)
        {
          wrong.append(node.path)
        }
      }
      for path in paths {
        let causes = tree.explain(path).map { ($0.path, $0.badge) }
        if Dictionary(causes, uniquingKeysWith: { $1 }) != model.causes(of: path) {
          wrong.append(path)
        }
      }
      #expect(wrong.isEmpty, "\(SeededGenerator.hint(seed))")
    }
  }

  private func change(
    _ tree: BadgeTree,
    _ model: inout Model,
    using generator: inout SeededGenerator
  ) {
    let path = paths[generator.below(paths.count)]
    switch generator.below(8) {
    case 0:
      tree.remove(at: path)
      model.contents[path] = model.contents[path].flatMap { $0.isKnown ? Badge.none : nil }
    case 1, 2:
      let policy = BadgePolicy(
        isDotOnly: generator.below(3) == 0,
        isMuted: generator.below(2) == 0,
        cap: generator.below(3) == 0 ? 5 : nil
      )
      tree.setPolicy(policy, at: path)
      model.policies[path] = policy
    default:
      let isKnown = generator.below(4) > 0
      let mark: Badge.Mark = generator.below(3) == 0 ? .dot : .number(generator.below(4))
      tree.set(Badge(mark, isKnown: isKnown), at: path, because: "test")
      model.contents[path] = Badge(mark, isKnown: isKnown)
    }
  }
}

/// Whether something observable was changed since it was read.
@MainActor
private final class ObservedChange {
  private final class Flag: Sendable {
    let isSet = Lock(false)
  }

  private let flag = Flag()

  init<Value>(of read: () -> Value) {
    _ = withObservationTracking(read) { [flag] in
      flag.isSet.withLock { $0 = true }
    }
  }

  var happened: Bool { flag.isSet.withLock { $0 } }
}
