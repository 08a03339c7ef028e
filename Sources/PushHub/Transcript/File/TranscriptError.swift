/// What is wrong with a transcript, and in which line.
public struct TranscriptError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int

  /// What is wrong there.
  public let message: String

  /// Describes a mistake.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension TranscriptError: CustomStringConvertible {
  /// The line and what is wrong there.
  public var description: String { "\(line): \(message)" }
}
