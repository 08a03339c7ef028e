import Foundation

/// A value in the words of a log message.
///
/// ```swift
/// log("retries in \(LogText(delay))")           // retries in 2 min 5 s
/// log("the upload failed: \(LogText(error))")   // the upload failed: URLError (NSURLErrorDomain -1009)
/// ```
public struct LogText: CustomStringConvertible, Sendable {
  /// The text.
  public let description: String

  package init(description: String) {
    self.description = description
  }
}

extension LogText {
  /// Creates the text of a duration: `0.4 s`, `2 min 5 s`, `3 h 20 min`.
  public init(_ duration: Duration) {
    let seconds = duration.components.seconds
    switch seconds {
    case ..<60:
      let milliseconds = (duration / .milliseconds(1)).rounded()
      description = "\(Duration.milliseconds(milliseconds).secondsText) s"
    case ..<3_600:
      description = "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    default:
      let minutes = seconds / 60 % 60
      description = "\(seconds / 3_600) h" + (minutes == 0 ? "" : " \(minutes) min")
    }
  }

  /// Creates a list with commas; of more than five elements, the first four and the number of the others.
  public init(_ elements: [String]) {
    description =
      elements.count <= 5
      ? elements.joined(separator: ", ")
      : elements.prefix(4).joined(separator: ", ") + " and \(elements.count - 4) more"
  }

  /// Creates a description without personal data: the description of a ``LoggableError``, otherwise the
  /// error's type, domain and code.
  ///
  /// An error's own description may quote its input: a decoding error the text of a message, a transport
  /// error a URL with a token. Use this to log or record errors from other code.
  public init(_ error: any Error) {
    let bridged = error as NSError
    description =
      (error as? any LoggableError)?.description
      ?? "\(type(of: error)) (\(bridged.domain) \(bridged.code))"
  }

  /// Creates a clause from a sentence, without its full stop.
  public init(clause sentence: String) {
    let isSentence = sentence.hasSuffix(".") && !sentence.hasSuffix("..")
    description = isSentence ? String(sentence.dropLast()) : sentence
  }

  /// The clause as a sentence: with a capital letter and a full stop.
  package static func sentence(_ clause: String) -> String {
    "\(clause.prefix(1).uppercased())\(LogText(clause: String(clause.dropFirst())))."
  }
}

extension Duration {
  /// Whole seconds and as many decimals as needed, at most nine; what is finer is cut off.
  package var secondsText: String {
    let (seconds, rest) = components
    let nanoseconds = rest.magnitude / 1_000_000_000
    let sign = seconds < 0 || rest <= -1_000_000_000 ? "-" : ""
    guard nanoseconds > 0 else { return "\(sign)\(seconds.magnitude)" }
    var decimals = "\(1_000_000_000 + nanoseconds)".utf8.dropFirst()
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(sign)\(seconds.magnitude).\(Substring(decimals))"
  }
}
