extension JSONNumber {
  /// The one spelling of this value: equal numbers have equal canonical texts.
  ///
  /// Integers of up to 40 digits are written plainly; everything else as significant digits
  /// without zeros at either end and a power of ten, so 1.50 is `15e-1`.
  var canonicalText: String {
    var parts = Parts(text)
    parts.trimZeros()
    guard !parts.digits.isEmpty else { return "0" }
    guard parts.exponentFits else { return text }
    let sign = parts.isNegative ? "-" : ""
    let digits = String(decoding: parts.digits, as: UTF8.self)
    if parts.exponent >= 0, parts.digits.count + parts.exponent <= 40 {
      return sign + digits + String(repeating: "0", count: parts.exponent)
    }
    return "\(sign)\(digits)e\(parts.exponent)"
  }
}

extension JSONNumber: Hashable {
  /// Whether both have the same value, compared exactly.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text == rhs.text || lhs.canonicalText == rhs.canonicalText
  }

  /// Feeds the value, not its spelling, to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalText)
  }
}
