import PushHub
import SampleObservers

/// An observer leaves and comes back, while others are present.
@MainActor
struct AddRemove {
  let effort: Effort

  private var contenders: [any Contender.Type] {
    [PushHubList.self, WeakBoxLoop.self] + Contenders.peers
  }

  func run(into verdicts: Verdicts) async {
    var table = Table(
      "One observer removed and added again, ns for the pair",
      columns: ["present"] + contenders.map { $0.name }
    )
    var costs: [Int: Double] = [:]
    for size in [10, 1_000, 100_000] {
      let comparison = await compare(size: size)
      costs[size] = comparison.nanoseconds(of: PushHubList.name)
      table.add(
        ["\(size)"] + contenders.map { comparison.nanoseconds(of: $0.name).text(0) }
      )
    }
    table.print()
    if let few = costs[1_000], let many = costs[100_000] {
      verdicts.expect(many / few, atMost: 4, "a change among 100,000 against one among 1,000")
    }
  }

  private func compare(size: Int) async -> Comparison {
    var comparison = Comparison()
    for _ in 0..<max(3, effort.rounds / 8) {
      for contender in contenders {
        comparison.add(await measure(contender, size: size), of: contender.name)
      }
    }
    return comparison
  }

  private func measure(_ type: any Contender.Type, size: Int) async -> Double {
    let contender = type.init()
    let observers = (0..<size).map { _ in SampleObserver() }
    observers.forEach(contender.add)
    // A contender that walks its observers is not asked to walk 100,000 of them as often.
    let isLinear = type == WeakBoxLoop.self || type == NotificationCenterPosts.self
    let changes = isLinear ? max(10, min(effort.changes, 2_000_000 / size)) : effort.changes
    return await nanoseconds(perUnitOf: changes) {
      var position = 0
      for _ in 0..<changes {
        position = (position + 7_919) % size
        contender.remove(observers[position])
        contender.add(observers[position])
      }
    }
  }
}
