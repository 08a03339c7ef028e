import PushHub
import PushHubObservers

/// Changes of leaves at depth 5, here and there in the tree.
@MainActor
struct BadgeChanges {
  let rounds: Int
  let changes: Int

  func run(into verdicts: Verdicts) async {
    let small = Grove(size: 100, branching: 3)
    let large = Grove(size: 100_000, branching: 10)
    var changing = Comparison()
    var reading = Comparison()
    var both = Comparison()
    for _ in 0..<rounds {
      for grove in [small, large] {
        changing.add(await grove.change(changes, in: grove.added), of: grove.name)
        reading.add(await grove.readRoot(changes, in: grove.added), of: grove.name)
        both.add(await grove.changeAndRead(changes, in: grove.added), of: grove.name)
        // The other one walks the tree, so it is asked less often.
        let few = max(3, min(changes, 1_000_000 / grove.size))
        both.add(await grove.changeAndRead(few, in: grove.summing), of: grove.summingName)
      }
    }
    var table = Table(
      "A change at depth 5, ns",
      columns: [
        "nodes", "change", "reading the root", "change and reading the root",
        "the same, added up on reading",
      ]
    )
    for grove in [small, large] {
      table.add([
        "\(grove.size)", changing.nanoseconds(of: grove.name).text(0),
        reading.nanoseconds(of: grove.name).text(0), both.nanoseconds(of: grove.name).text(0),
        both.nanoseconds(of: grove.summingName).text(0),
      ])
    }
    table.print()
    verdicts.expect(
      changing.nanoseconds(of: large.name) / 1_000,
      atMost: 5,
      "a change in 100,000 nodes, in µs"
    )
    verdicts.expect(
      changing.ratio(of: large.name, to: small.name),
      atMost: 3,
      "a change in 100,000 nodes against one in 100"
    )
    verdicts.expect(
      reading.ratio(of: large.name, to: small.name),
      atMost: 1.5,
      "reading the root of 100,000 nodes against that of 100"
    )
    verdicts.expect(
      both.ratio(of: large.name, to: large.summingName),
      atMost: 0.01,
      "a change and a reading in 100,000 nodes against a tree that adds up on reading",
      decimals: 5
    )
    verdicts.expect(
      small.agrees && large.agrees,
      "both trees have the same numbers",
      found: small.agrees && large.agrees ? "yes" : "no",
      .counted
    )
  }
}

/// Two trees with the same leaves.
@MainActor
final class Grove {
  let size: Int
  var added: any BadgeContender = AddedOnChange()
  var summing: any BadgeContender = AddedOnReading()
  private var leaves: [BadgePath] = []

  init(size: Int, branching: Int) {
    self.size = size
    var number = 0
    while added.count < size {
      var digits: [Int] = []
      var rest = number
      for _ in 0..<5 {
        digits.insert(rest % branching, at: 0)
        rest /= branching
      }
      let path = BadgePath(digits.map { "\($0)" }.joined(separator: "/"))
      leaves.append(path)
      added.set(1, at: path)
      summing.set(1, at: path)
      number += 1
    }
  }

  var name: String { "\(size)" }
  var summingName: String { "\(size), added up on reading" }
  var agrees: Bool {
    added.number(at: .root) == leaves.count && summing.number(at: .root) == leaves.count
  }

  /// Changes leaves here and there.
  func change(_ changes: Int, in contender: some BadgeContender) async -> Double {
    await run(changes, in: contender, readsRoot: false)
  }

  func changeAndRead(_ changes: Int, in contender: some BadgeContender) async -> Double {
    await run(changes, in: contender, readsRoot: true)
  }

  func readRoot(_ times: Int, in contender: some BadgeContender) async -> Double {
    var sum = 0
    let time = await nanoseconds(perUnitOf: times) {
      for _ in 0..<times {
        sum &+= contender.number(at: .root)
      }
    }
    precondition(sum != 1)
    return time
  }

  /// Each change gives a leaf another number than it had; in the end all have one again.
  private func run(
    _ changes: Int,
    in contender: some BadgeContender,
    readsRoot: Bool
  ) async -> Double {
    var position = 0
    var sum = 0
    let time = await nanoseconds(perUnitOf: changes) {
      for change in 0..<changes {
        position = (position + 7_919) % leaves.count
        contender.set(2 + change % 997, at: leaves[position])
        if readsRoot {
          sum &+= contender.number(at: .root)
        }
      }
    }
    precondition(sum != 1)
    for leaf in leaves {
      contender.set(1, at: leaf)
    }
    return time
  }
}
