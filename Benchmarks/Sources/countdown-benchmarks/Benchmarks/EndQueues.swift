import PushHub

/// Two ways to keep ends in order, measured alone.
@MainActor
struct EndQueues {
  let effort: Effort

  private let names = [
    "PushHub, insert", "wheel, insert", "PushHub, take", "wheel, take",
  ]

  func run(into verdicts: Verdicts) async {
    var table = Table(
      "Ends within an hour in PushHub's heap and in a timing wheel, ns each",
      columns: ["ends"] + names + ["further wake-ups of the wheel"]
    )
    for size in [1_000, 100_000, effort.models].sorted() where size <= effort.models {
      let keys = keys(size)
      let repeats = max(1, 100_000 / size)
      var comparison = Comparison()
      var cascades = 0
      for _ in 0..<effort.rounds {
        for _ in 0..<repeats {
          let order = await measure("PushHub", CountdownEndQueue(), keys, &comparison)
          let wheelOrder: UInt64
          (wheelOrder, cascades) = await measureWheel(keys, &comparison)
          precondition(order == wheelOrder, "the orders differ")
        }
      }
      table.add(
        ["\(size)"] + names.map { comparison.nanoseconds(of: $0).text(0) } + ["\(cascades)"]
      )
    }
    table.print()
  }

  private func keys(_ count: Int) -> [CountdownEndQueue.Key] {
    items(count, within: 0...3_600).enumerated().map { number, item in
      CountdownEndQueue.Key(end: item.duration, slot: number)
    }
  }

  /// Gives a number that depends on the order of ends.
  private func measure(
    _ name: String,
    _ queue: CountdownEndQueue,
    _ keys: [CountdownEndQueue.Key],
    _ comparison: inout Comparison
  ) async -> UInt64 {
    var queue = queue
    let insertion = cost(perUnitOf: keys.count) {
      for key in keys {
        queue.insert(key)
      }
    }
    comparison.add(insertion, of: "\(name), insert")
    var order: UInt64 = 0
    let taking = cost(perUnitOf: keys.count) {
      while let key = queue.first {
        queue.removeFirst()
        order = order &* 31 &+ UInt64(key.slot)
      }
    }
    comparison.add(taking, of: "\(name), take")
    return order
  }

  private func measureWheel(
    _ keys: [CountdownEndQueue.Key],
    _ comparison: inout Comparison
  ) async -> (order: UInt64, cascades: Int) {
    var wheel = TimingWheel()
    let insertion = cost(perUnitOf: keys.count) {
      for key in keys {
        wheel.insert(key)
      }
    }
    comparison.add(insertion, of: "wheel, insert")
    var order: UInt64 = 0
    let taking = cost(perUnitOf: keys.count) {
      while let slot = wheel.next() {
        for key in slot {
          order = order &* 31 &+ UInt64(key.slot)
        }
      }
    }
    comparison.add(taking, of: "wheel, take")
    return (order, wheel.cascades)
  }
}
