import FlyingSocks

/// A body of which the length isn't known before: chunk after chunk, and its end when a gate opens.
struct AsyncBytes: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  let chunks: [String]
  var end: Gate?

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks.map { Array($0.utf8) }[...], end: end)
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var chunks: ArraySlice<[UInt8]>
    let end: Gate?

    mutating func next() async -> UInt8? {
      await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
      if chunks.isEmpty {
        await end?.pass()
      }
      return chunks.popFirst()
    }
  }
}
