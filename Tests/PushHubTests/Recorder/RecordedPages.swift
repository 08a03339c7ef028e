import Foundation
import PushHub
import Testing

/// What was written, one recording after another.
@MainActor
final class RecordedPages: TranscriptOutput {
  private(set) var pages: [[String]] = [[]]
  let capacity: Int?
  var isStuck = false

  /// After how many lines the first page is full, if it is ever.
  var filledPageSize = Int.max

  private var isFilled = false

  init(capacity: Int? = nil) {
    self.capacity = capacity
  }

  private var byteCount: Int {
    pages.last?.reduce(0) { $0 + $1.utf8.count + 1 } ?? 0
  }

  var isFull: Bool {
    get {
      isFilled || capacity.map { byteCount >= $0 / 2 } ?? false
        || pages.count == 1 && pages[0].count >= filledPageSize
    }
    set { isFilled = newValue }
  }

  func write(_ line: String) throws {
    pages[pages.count - 1].append(line)
    if let capacity {
      #expect(byteCount <= capacity)
    }
  }

  func startOver() throws {
    if isStuck { throw CocoaError(.fileWriteOutOfSpace) }
    pages.append([])
    isFilled = false
  }
}
