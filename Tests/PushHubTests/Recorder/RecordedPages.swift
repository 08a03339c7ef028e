import Foundation
import PushHub
import PushHubRecorder

/// What was written, one recording after another.
@MainActor
final class RecordedPages: TranscriptOutput {
  private(set) var pages: [[String]] = [[]]
  var isStuck = false

  /// After how many lines the first page is full, if it is ever.
  var filledPageSize = Int.max

  private var isFilled = false

  var isFull: Bool {
    get {
      isFilled || pages.count == 1 && pages[0].count >= filledPageSize
    }
    set { isFilled = newValue }
  }

  func write(_ line: String) throws {
    pages[pages.count - 1].append(line)
  }

  func startOver() throws {
    if isStuck { throw CocoaError(.fileWriteOutOfSpace) }
    pages.append([])
    isFilled = false
  }
}
