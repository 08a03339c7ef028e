import PushHubRecorder

/// What was written, one recording after another.
final class RecordedPages: TranscriptOutput {
  private(set) var pages: [[String]] = [[]]

  /// With what writing fails, if it does.
  var error: (any Error)?

  /// After how many lines the first page is full, if it is ever.
  var filledPageSize = Int.max

  private var isFilled = false

  /// A recorder that writes here.
  func recorder(isRedacted: Bool = false) -> TranscriptRecorder {
    TranscriptRecorder(writingTo: self, isRedacted: isRedacted)
  }

  /// What was written of the latest recording.
  var lines: [String] { pages.last ?? [] }

  /// The latest recording, as a file has it.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The latest recording, with the records of the ready-made features.
  func transcript() throws -> Transcript { try TestSupport.transcript(text) }

  var isFull: Bool {
    get {
      isFilled || pages.count == 1 && pages[0].count >= filledPageSize
    }
    set { isFilled = newValue }
  }

  func write(_ line: String) throws {
    if let error { throw error }
    pages[pages.count - 1].append(line)
  }

  func startOver() {
    pages.append([])
    isFilled = false
  }
}
