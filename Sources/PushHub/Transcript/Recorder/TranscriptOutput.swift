/// Where a ``TranscriptRecorder`` writes; each recorder needs one of its own.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether it is time to start over: it has become long, or what was written is gone.
  ///
  /// An output that has a ``capacity`` is started over when, besides, as much has been written since
  /// the beginning as the beginning took; an output without one, at once.
  var isFull: Bool { get }

  /// How many bytes it takes before it starts over, a line with one more for its end.
  ///
  /// By default `nil`, for any number. A quarter of it stays for what happens: what is true at the
  /// beginning is left out, and counted, where it would take more than the rest.
  var capacity: Int? { get }

  /// Writes one line, whole, before it returns; the line has no line end.
  ///
  /// When it throws, nothing of the line may stay.
  func write(_ line: String) throws

  /// Puts what was written aside and begins a new transcript.
  func startOver() throws
}

extension TranscriptOutput {
  /// Any number of bytes.
  public var capacity: Int? { nil }
}
