/// Where a ``TranscriptRecorder`` writes.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether it is time to start over.
  var isFull: Bool { get }

  /// Writes one line, whole, before it returns; the line has no line end.
  func write(_ line: String) throws

  /// Puts what was written aside and begins a new transcript.
  func startOver() throws
}
