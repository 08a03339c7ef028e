import PushHub

extension Duration {
  /// The most seconds that a time of a transcript can have, and one more.
  private static let bound = Duration.seconds(9_000_000_000)

  /// Reads seconds, `M:SS` or `H:MM:SS`, each with decimals or without.
  ///
  /// Everything that the demo prints as a time since the start is read. What is below zero, or too
  /// large for a transcript, is not.
  init?(timeText text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      guard let time = JSONNumber(text: text).flatMap(Duration.init(seconds:)), time >= .zero
      else { return nil }
      self = time
      return
    }
    guard parts.count <= 3, let seconds = Duration(secondsOfClock: parts[parts.count - 1]),
      let minutes = Int64(digits: parts[parts.count - 2]),
      let hours = parts.count == 3 ? Int64(digits: parts[0]) : 0,
      parts.count == 2 || parts[1].count == 2 && minutes < 60
    else { return nil }
    let time = .seconds(hours * 3_600 + minutes * 60) + seconds
    guard time < Self.bound else { return nil }
    self = time
  }

  /// Two digits below 60, and decimals if there are any.
  private init?(secondsOfClock text: Substring) {
    let whole = text.prefix { $0 != "." }
    // JSON has no zero in front.
    let number = text.hasPrefix("0") ? text.dropFirst() : text
    guard whole.count == 2, let seconds = Int64(digits: whole), seconds < 60,
      text.count == 2 || Self.isDigits(text.dropFirst(3)),
      let time = JSONNumber(text: String(number)).flatMap(Duration.init(seconds:))
    else { return nil }
    self = time
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Int64 {
  /// A number of ten digits at most, and of nothing else.
  fileprivate init?(digits text: Substring) {
    guard text.count <= 10, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    self.init(text)
  }
}
