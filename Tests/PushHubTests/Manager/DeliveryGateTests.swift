import Testing

@testable import PushHub

@Suite(.timeLimit(.minutes(5)))
struct DeliveryGateTests {
  private enum Step: CaseIterable {
    case firstAnswers
    case secondAnswers
    case deadline
  }

  @Test func `a gate for nobody is closed from the start`() {
    var gate = DeliveryGate(workers: 0)
    #expect(gate.close() == nil)
    #expect(gate.countedResults.isEmpty)
  }

  /// Every sequence of up to five steps of two workers and a deadline that may come repeatedly.
  @Test func `in every sequence the gate closes exactly once, and what comes after is late`() {
    var count = 0
    var sequences: [[Step]] = [[]]
    for _ in 0..<5 {
      sequences = sequences.flatMap { sequence in Step.allCases.map { sequence + [$0] } }
      for sequence in sequences {
        check(sequence)
        count += 1
      }
    }
    #expect(count == 3 + 9 + 27 + 81 + 243)
  }

  private func check(_ sequence: [Step]) {
    var gate = DeliveryGate(workers: 2)
    var answered: Set<Int> = []
    var isClosed = false
    for step in sequence {
      switch step {
      case .firstAnswers, .secondAnswers:
        let worker = step == .firstAnswers ? 0 : 1
        let counts = !isClosed && !answered.contains(worker)
        if counts {
          answered.insert(worker)
          isClosed = answered.count == 2
        }
        let expected: DeliveryGate.Reception =
          !counts ? .late : isClosed ? .closed : .counted
        #expect(gate.accept(.newData, from: worker) == expected, "\(sequence)")
      case .deadline:
        let missing = [0, 1].filter { !answered.contains($0) }
        #expect(gate.close() == (isClosed ? nil : missing), "\(sequence)")
        isClosed = true
      }
    }
    let expected = [0, 1].map { answered.contains($0) ? FetchResult.newData : .failed }
    #expect(gate.countedResults == expected, "\(sequence)")
  }
}
