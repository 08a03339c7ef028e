/// What is wrong with a line, before the line's number is known.
struct TranscriptMistake: Error {
  let message: String

  /// Whether the line may only lack its end.
  let breaksOff: Bool

  init(_ message: String, breaksOff: Bool = false) {
    self.message = message
    self.breaksOff = breaksOff
  }
}

extension TranscriptMistake {
  /// A key of the file in quotation marks, fit for one line of a terminal.
  ///
  /// Keys come from outside: none may break the line, steer the terminal, turn the direction of
  /// the text around or fill the screen.
  static func quoted(_ key: String) -> String {
    let limit = 64
    var text = "\""
    for scalar in key.unicodeScalars.prefix(limit) {
      let isLetter = scalar.properties.isAlphabetic
      text += isLetter ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return text + (key.unicodeScalars.count > limit ? "…\"" : "\"")
  }
}
