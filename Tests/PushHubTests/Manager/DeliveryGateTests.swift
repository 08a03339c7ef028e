import Testing

@testable import PushHub

struct DeliveryGateTests {
  private enum Step: CaseIterable {
    case admitted
    case sealed
    case firstAnswers
    case secondAnswers
    case deadline
  }

  @Test func `a gate for nobody closes when it is sealed`() {
    var gate = DeliveryGate()
    #expect(gate.isOpen)
    #expect(gate.seal() == true)
    #expect(gate.close() == nil)
    #expect(gate.admit() == nil)
    #expect(gate.countedResults.isEmpty)
  }

  /// Every sequence of up to six steps with two workers, and a deadline that may come repeatedly.
  @Test func `in every sequence the gate closes exactly once, and what comes after is late`() {
    var sequences: [[Step]] = [[]]
    for _ in 0..<6 {
      sequences = sequences.flatMap { sequence in Step.allCases.map { sequence + [$0] } }
    }
    for sequence in sequences {
      check(sequence)
    }
    #expect(sequences.count == 15_625)
  }

  private func check(_ sequence: [Step]) {
    var gate = DeliveryGate()
    var admitted: [Int] = []
    var answered: Set<Int> = []
    var isSealed = false
    var isClosed = false
    for step in sequence {
      let wasClosed = isClosed
      switch step {
      case .admitted:
        if !isClosed { admitted.append(admitted.count) }
        #expect(gate.admit() == (wasClosed ? nil : admitted.last), "\(sequence)")
      case .sealed:
        isSealed = true
        isClosed = isClosed || answered.count == admitted.count
        #expect(gate.seal() == (isClosed && !wasClosed), "\(sequence)")
      case .firstAnswers, .secondAnswers:
        let worker = step == .firstAnswers ? 0 : 1
        guard admitted.contains(worker) else { continue }
        let counts = !isClosed && answered.insert(worker).inserted
        isClosed = isClosed || (isSealed && answered.count == admitted.count)
        let expected: DeliveryGate.Reception = !counts ? .late : isClosed ? .closed : .counted
        #expect(gate.accept(.newData, from: worker) == expected, "\(sequence)")
      case .deadline:
        isClosed = true
        let missing = admitted.filter { !answered.contains($0) }
        #expect(gate.close() == (wasClosed ? nil : missing), "\(sequence)")
      }
      #expect(gate.isOpen == !isClosed, "\(sequence)")
    }
    let expected = admitted.map { answered.contains($0) ? FetchResult.newData : .failed }
    #expect(gate.countedResults == expected, "\(sequence)")
  }
}
