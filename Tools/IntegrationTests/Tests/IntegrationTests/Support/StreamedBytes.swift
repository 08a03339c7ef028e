import FlyingSocks

/// A body that a test writes piece by piece while the server sends it.
struct StreamedBytes: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  private let pieces: AsyncStream<[UInt8]>
  private let continuation: AsyncStream<[UInt8]>.Continuation

  init() {
    (pieces, continuation) = AsyncStream.makeStream()
  }

  func write(_ bytes: some Sequence<UInt8>) {
    continuation.yield(Array(bytes))
  }

  func write(_ text: String) {
    write(text.utf8)
  }

  func end() {
    continuation.finish()
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(pieces: pieces.makeAsyncIterator())
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var pieces: AsyncStream<[UInt8]>.Iterator

    mutating func next() async -> UInt8? {
      await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
      await pieces.next(isolation: #isolation)
    }
  }
}
