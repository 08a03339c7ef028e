import Testing

@testable import TestSupport

/// The list against its model, at random and over every short sequence.
@MainActor
struct ObserverListModelTests {
  @Test func `random sequences match the model`() {
    let seed = SeededGenerator.startingSeed()
    for number in 0..<Exhaustive.choose(1_000, thorough: 10_000) {
      let seed = seed &+ UInt64(number)
      var generator = SeededGenerator(seed: seed)
      let operations = randomOperations(using: &generator)
      var model = ListModel(operations, slots: 3)
      model.run()
      let difference = ListComparison.difference(
        operations,
        slots: 3,
        model: model
      )
      if let difference {
        Issue.record("\(SeededGenerator.hint(seed)): \(operations): \(difference)")
        return
      }
    }
  }

  @Test(arguments: [false, true])
  func `every short sequence matches the model`(startsWithObservers: Bool) {
    var sequences = 0
    let start: [ListOperation] =
      startsWithObservers ? Self.starters.map { ListOperation(kind: $0, isInside: false) } : []
    explore(start, left: Exhaustive.choose(3, thorough: 4), count: &sequences)
    #expect(sequences > Exhaustive.choose(500, thorough: 10_000))
  }

  private func randomOperations(using generator: inout SeededGenerator) -> [ListOperation] {
    let count = 8 + generator.below(13)
    return (0..<count).map { _ in
      let slot = generator.below(3)
      let kind: ListOperation.Kind =
        switch generator.below(16) {
        case 0..<5: .add(slot: slot, level: Int8(generator.below(3)) - 1)
        case 5..<7: .remove(slot: slot)
        case 7..<9: .letGo(slot: slot)
        case 9..<13: .emit
        case 13: .tellAlone(slot: slot)
        case 14: .sweep
        default: .leave
        }
      return ListOperation(kind: kind, isInside: generator.below(2) == 0)
    }
  }
}

// MARK: - Every short sequence

extension ObserverListModelTests {
  private static let starters: [ListOperation.Kind] = [
    .add(slot: 0, level: 0),
    .add(slot: 1, level: 0),
  ]

  private static let alphabet: [ListOperation] = {
    var kinds: [ListOperation.Kind] = [.add(slot: 1, level: 1), .emit, .sweep]
    for slot in 0..<2 {
      kinds += [.add(slot: slot, level: 0), .remove(slot: slot), .letGo(slot: slot)]
    }
    kinds.append(.tellAlone(slot: 0))
    let outside = kinds.map { ListOperation(kind: $0, isInside: false) }
    let inside = (kinds + [.leave]).map { ListOperation(kind: $0, isInside: true) }
    return outside + inside
  }()

  /// Compares a sequence and all its continuations, leaving out those in which an operation is
  /// meant for the inside of a call that never comes: they repeat others.
  private func explore(_ operations: [ListOperation], left: Int, count: inout Int) {
    var model = ListModel(operations, slots: 2)
    model.run()
    guard !model.isMisplaced else { return }
    count += 1
    if let difference = ListComparison.difference(operations, slots: 2, model: model) {
      Issue.record("\(operations): \(difference)")
      return
    }
    guard left > 0 else { return }
    for operation in Self.alphabet {
      explore(operations + [operation], left: left - 1, count: &count)
    }
  }
}
