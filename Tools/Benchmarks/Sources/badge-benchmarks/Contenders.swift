import PushHub
import PushHubObservers
import PushHubTesting

/// A tree of badges under test, filled with nodes at depth 5.
@MainActor
protocol BadgeContender: AnyObject {
  static var name: String { get }
  init()
  var count: Int { get }
  func set(_ count: Int, at path: BadgePath)
  func number(at path: BadgePath) -> Int
}

/// PushHub's tree, with its root and one page observed, as in an app.
@MainActor
final class AddedOnChange: BadgeContender {
  static let name = "BadgeTree"
  private let tree = BadgeTree(scheduler: ManualScheduler())
  private let observed: [BadgeNode]

  init() {
    observed = [tree[.root], tree["0"], tree["0/0"]]
  }

  var count: Int { tree.count }

  func set(_ count: Int, at path: BadgePath) {
    tree.set(.number(count), at: path, because: "benchmark")
  }

  func number(at path: BadgePath) -> Int { tree.badge(at: path).number }
}

/// A tree that keeps what each node has, and adds up its children whenever it is read.
@MainActor
final class AddedOnReading: BadgeContender {
  static let name = "added up on reading"
  private var numbers = [BadgePath.root: 0]
  private var children: [[Int]] = [[]]
  private var counts = [0]

  init() {}

  var count: Int { counts.count }

  func set(_ count: Int, at path: BadgePath) {
    counts[makeNode(at: path)] = count
  }

  func number(at path: BadgePath) -> Int { numbers[path].map(sum) ?? 0 }

  private func sum(of number: Int) -> Int {
    var sum = counts[number]
    for child in children[number] {
      sum += self.sum(of: child)
    }
    return sum
  }

  private func makeNode(at path: BadgePath) -> Int {
    if let number = numbers[path] { return number }
    let parent = path.parent.map { makeNode(at: $0) } ?? 0
    let number = counts.count
    counts.append(0)
    children.append([])
    children[parent].append(number)
    numbers[path] = number
    return number
  }
}
