/// Where a ``TranscriptRecorder`` writes.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether it is time to start over: it has become long, or what was written is gone.
  var isFull: Bool { get }

  /// Writes one line, whole, before it returns; the line has no line end.
  ///
  /// When it throws, nothing of the line may stay.
  func write(_ line: String) throws

  /// Puts what was written aside and begins a new transcript.
  func startOver() throws
}
