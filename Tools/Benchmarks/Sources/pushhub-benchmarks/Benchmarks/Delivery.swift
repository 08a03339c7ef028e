import PushHub
import SampleObservers

/// One event to live observers, all of them or every second one.
@MainActor
struct Delivery {
  let effort: Effort
  let event: PushEvent

  /// Measures and prints both tables.
  func run(into verdicts: Verdicts) async {
    let sizes = [1, 10, 100, 1_000, 10_000]
    var results: [Int: Comparison] = [:]
    for size in sizes {
      results[size] = await compare(size: size)
    }
    print(results, "Delivery of one event, ns for each observer")
    judge(results, into: verdicts)

    var halves: [Int: Comparison] = [:]
    for size in sizes {
      halves[size] = await compareHalfDead(size: size)
    }
    print(halves, "The same after every second observer died: ten events, ns for each living one")
    for size in sizes {
      guard let comparison = halves[size] else { continue }
      verdicts.expect(
        comparison.ratio(of: PushHubList.name, to: WeakBoxLoop.name),
        atMost: size == 1 ? 4 : 2,
        "ten events to \(size) after every second died, against \(WeakBoxLoop.name)"
      )
    }
  }

  private var contenders: [any Contender.Type] {
    [PushHubList.self] + Contenders.floors + Contenders.peers
  }

  private func compare(size: Int) async -> Comparison {
    let fields = contenders.map { Field($0, size: size) }
    let events = max(1, effort.deliveries / size)
    for field in fields {
      _ = await field.measure(event, times: max(1, events / 4))
    }
    var comparison = Comparison()
    for round in 0..<effort.rounds {
      for offset in fields.indices {
        let field = fields[(offset + round) % fields.count]
        comparison.add(await field.measure(event, times: events), of: field.name)
      }
    }
    return comparison
  }

  private func compareHalfDead(size: Int) async -> Comparison {
    let events = 10
    let copies = max(1, effort.deliveries / size / events / 4)
    var comparison = Comparison()
    for round in 0..<max(3, effort.rounds / 4) {
      for offset in contenders.indices {
        let contender = contenders[(offset + round) % contenders.count]
        let fields = (0..<copies).map { _ in Field(contender, size: max(2, size)) }
        for field in fields {
          field.loseEverySecond()
        }
        let heard = fields.reduce(0) { $0 + $1.observers.count } * events
        let cost = await nanoseconds(perUnitOf: heard) {
          for field in fields {
            await field.contender.emit(event, times: events)
          }
        }
        comparison.add(cost, of: contender.name)
      }
    }
    return comparison
  }

  private func print(_ results: [Int: Comparison], _ title: String) {
    var table = Table(title, columns: ["observers"] + contenders.map { $0.name })
    for (size, comparison) in results.sorted(by: { $0.key < $1.key }) {
      table.add(
        ["\(size)"]
          + contenders.map { contender in
            let cost = comparison.nanoseconds(of: contender.name).text(1)
            guard contender != PushHubList.self else { return cost }
            let ratio = comparison.ratio(of: PushHubList.name, to: contender.name)
            return "\(cost) (\(ratio.text(2))×)"
          }
      )
    }
    table.print()
  }

  private func judge(_ results: [Int: Comparison], into verdicts: Verdicts) {
    let limits: [(any Contender.Type, Double, of: [Int])] = [
      (WeakBoxLoop.self, 1.5, of: [1]), (WeakBoxLoop.self, 1.1, of: [10, 100]),
      // Who shares its caches with a busy core pays for what registrations occupy beyond boxes.
      (WeakBoxLoop.self, 1.25, of: [1_000]),
      (OpenCombineSubject.self, 0.65, of: [10, 100, 1_000]),
      (NotificationCenterPosts.self, 0.3, of: [10, 100, 1_000]),
    ]
    for (contender, limit, sizes) in limits {
      for size in sizes {
        guard let comparison = results[size] else { continue }
        verdicts.expect(
          comparison.ratio(of: PushHubList.name, to: contender.name),
          atMost: limit,
          "delivery to \(size), against \(contender.name)"
        )
      }
    }
    if let few = results[10], let many = results[1_000] {
      verdicts.expect(
        many.nanoseconds(of: PushHubList.name) / few.nanoseconds(of: PushHubList.name),
        atMost: 1.35,
        "the cost for one observer of 1,000 against one of 10"
      )
    }
  }
}

/// One contender with its observers.
@MainActor
private final class Field {
  let contender: any Contender
  let name: String
  private(set) var observers: [SampleObserver]

  init(_ type: any Contender.Type, size: Int) {
    contender = type.init()
    name = type.name
    observers = (0..<size).map { _ in SampleObserver() }
    observers.forEach(contender.add)
  }

  /// Nanoseconds for each call of an observer.
  func measure(_ event: PushEvent, times: Int) async -> Double {
    let before = observers.reduce(0) { $0 + $1.received }
    let cost = await nanoseconds(perUnitOf: times * observers.count) {
      await contender.emit(event, times: times)
    }
    let heard = observers.reduce(0) { $0 + $1.received } - before
    precondition(heard == times * observers.count, "\(name) lost or repeated events")
    return cost
  }

  /// Keeps every second observer.
  func loseEverySecond() {
    observers = observers.indices.compactMap { $0.isMultiple(of: 2) ? observers[$0] : nil }
  }
}
