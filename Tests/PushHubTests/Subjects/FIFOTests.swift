import Testing

@testable import PushHub

struct FIFOTests {
  @Test func `a new queue is empty`() {
    var queue = FIFO<Int>()
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
  }

  @Test func `elements come out in the order in which they went in`() {
    var queue = FIFO<Int>()
    for number in 0..<100 {
      queue.append(number)
    }
    #expect((0..<100).map { _ in queue.popFirst() } == Array(0..<100))
    #expect(queue.isEmpty)
  }

  @Test func `a queue that is never empty does not grow for ever`() {
    var queue = FIFO<Int>()
    queue.append(0)
    for number in 1...10_000 {
      queue.append(number)
      #expect(queue.popFirst() == number - 1)
    }
    #expect(queue.elements.count < 100)
  }

  @Test func `random traffic matches an array`() {
    let seed = SeededGenerator.startingSeed()
    var generator = SeededGenerator(seed: seed)
    var queue = FIFO<Int>()
    var model: [Int] = []
    for number in 0..<20_000 {
      if generator.below(100) < 45 + (number / 1_000) % 10 {
        queue.append(number)
        model.append(number)
      } else {
        let expected = model.isEmpty ? nil : model.removeFirst()
        guard queue.popFirst() == expected else {
          Issue.record("wrong element at step \(number), \(SeededGenerator.hint(seed))")
          return
        }
      }
      if queue.isEmpty != model.isEmpty {
        Issue.record("wrong emptiness at step \(number), \(SeededGenerator.hint(seed))")
        return
      }
    }
  }
}
