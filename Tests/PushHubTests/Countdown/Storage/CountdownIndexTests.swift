import Testing

@testable import PushHubObservers

/// The index of ids, with hashes that collide and run over the end of the table.
struct CountdownIndexTests {
  @Test func `slots are found whatever comes and goes beside them`() {
    let seed = SeededGenerator.startingSeed()
    for number in 0..<30 {
      let seed = seed &+ UInt64(number)
      #expect(disagreement(seed: seed) == nil, "\(SeededGenerator.hint(seed))")
    }
  }

  /// The step after which the index disagrees with a dictionary.
  private func disagreement(seed: UInt64) -> Int? {
    var generator = SeededGenerator(seed: seed)
    var index = CountdownIndex()
    var hashes: [UInt32: UInt32] = [:]
    for step in 0..<300 {
      let slot = UInt32(generator.below(40))
      if let hash = hashes.removeValue(forKey: slot) {
        index.remove(slot, hash: hash)
      } else {
        // Few homes, at both ends of a table of any size.
        let hash = UInt32(truncatingIfNeeded: generator.below(6) - 3)
        hashes[slot] = hash
        index.insert(slot, hash: hash)
      }
      let isRight = (0..<UInt32(40)).allSatisfy { slot in
        let hash = hashes[slot] ?? 0
        return (index.slot(hash: hash) { $0 == slot } != nil) == (hashes[slot] != nil)
      }
      guard isRight, index.count == hashes.count else { return step }
    }
    return nil
  }

  @Test func `a slot is not found by another hash, nor in an empty index`() {
    var index = CountdownIndex()
    #expect(index.slot(hash: 1) { _ in true } == nil)
    index.insert(7, hash: 1)
    #expect(index.slot(hash: 17) { _ in true } == nil)
    #expect(index.slot(hash: 1) { _ in true } == 7)
    index.remove(7, hash: 17)
    #expect(index.count == 1)
  }
}
