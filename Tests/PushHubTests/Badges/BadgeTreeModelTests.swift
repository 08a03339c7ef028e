import Foundation
import Testing

@testable import PushHubObservers

/// The tree against one that adds up its children whenever it is read.
struct BadgeTreeModelTests {
  /// Contents and policies by path, and nothing else.
  private struct Model {
    var contents: [BadgePath: BadgeContent] = [:]
    var policies: [BadgePath: BadgePolicy] = [:]

    /// Whether all nodes from a path up to, not including, one above it are heard.
    private func isHeard(_ path: BadgePath, at top: BadgePath) -> Bool {
      if path == top { return true }
      guard let parent = path.parent, !(policies[path]?.isMuted ?? false) else { return false }
      return isHeard(parent, at: top)
    }

    func causes(of path: BadgePath) -> [BadgePath: BadgeContent] {
      contents.filter { !$0.value.isEmpty && isHeard($0.key, at: path) }
    }

    func isKnown(_ path: BadgePath) -> Bool {
      let below = contents.filter { ("/" + $0.key.text).hasPrefix(path == .root ? "" : "/\(path)") }
        .filter { $0.key == path || path == .root || $0.key.text.hasPrefix("\(path)/") }
      return !below.isEmpty
        && below.allSatisfy { $0.value.isKnown || !isHeard($0.key, at: path) }
    }

    func badge(at path: BadgePath) -> Badge {
      let contents = causes(of: path).values
      return Badge(
        total: contents.reduce(0) { $0 + $1.count },
        dots: contents.count { $0.hasDot },
        policy: policies[path] ?? BadgePolicy()
      )
    }
  }

  private let paths: [BadgePath] = [
    "", "a", "a/b", "a/b/c", "a/b/c/d", "a/b/e", "a/f", "g", "g/h", "g/h/i", "j",
  ]

  @Test func `any changes whatever leave the same sums, and each difference is told`() {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + Exhaustive.choose(40, thorough: 150) {
      var generator = SeededGenerator(seed: seed)
      var tree = BadgeTreeCore()
      var model = Model()
      var wrong: [BadgePath] = []
      for _ in 0..<40 {
        let before = paths.map { (tree.badge(at: $0), tree.isKnown(at: $0)) }
        change(&tree, &model, using: &generator)
        let changed = Set(tree.takeChanges())
        for (path, old) in zip(paths, before) {
          let now = (tree.badge(at: path), tree.isKnown(at: path))
          let number = tree.makeNode(at: path)
          if now != (model.badge(at: path), model.isKnown(path))
            || (now != old && !changed.contains(number))
          {
            wrong.append(path)
          }
        }
      }
      for path in paths {
        let causes = tree.explain(path).map { ($0.path, $0.content) }
        if Dictionary(causes, uniquingKeysWith: { $1 }) != model.causes(of: path) {
          wrong.append(path)
        }
      }
      #expect(wrong.isEmpty, "\(SeededGenerator.hint(seed))")
    }
  }

  private func change(
    _ tree: inout BadgeTreeCore,
    _ model: inout Model,
    using generator: inout SeededGenerator
  ) {
    let path = paths[generator.below(paths.count)]
    switch generator.below(9) {
    case 3:
      tree.remove(at: path)
      model.contents[path] = model.contents[path].flatMap { $0.isKnown ? .nothing : nil }
    case 0:
      tree.clear(path)
      for other in model.contents.keys
      where ("/" + other.text + "/").hasPrefix(path == .root ? "/" : "/\(path)/") {
        model.contents[other] = .nothing
      }
    case 1, 2:
      let policy = BadgePolicy(
        isDotOnly: generator.below(3) == 0,
        isMuted: generator.below(2) == 0,
        cap: generator.below(3) == 0 ? 5 : nil
      )
      tree.setPolicy(policy, at: path)
      model.policies[path] = policy
    default:
      let content = BadgeContent(
        count: generator.below(4),
        hasDot: generator.below(3) == 0,
        isKnown: generator.below(4) > 0
      )
      tree.set(content, at: path, because: "test", on: Date(timeIntervalSince1970: 0))
      model.contents[path] = content
    }
  }
}
