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

/// A number taken apart: sign, decimal digits, and the power of ten that scales them.
private struct Parts {
  var isNegative = false
  var digits: ArraySlice<UInt8> = []
  var exponent = 0
  var exponentFits = true

  init(_ text: String) {
    var all: [UInt8] = []
    var fractionDigits = 0
    var inFraction = false
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      switch byte {
      case ASCII.minus: isNegative = true
      case ASCII.period: inFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        readExponent(rest)
        rest = rest[rest.endIndex...]
      default:
        all.append(byte)
        fractionDigits += inFraction ? 1 : 0
      }
    }
    digits = all[...]
    exponent -= fractionDigits
  }

  private mutating func readExponent(_ text: Substring.UTF8View) {
    var significant = text.drop { $0 == ASCII.plus || $0 == ASCII.minus }
    significant = significant.drop { $0 == ASCII.zero }
    exponentFits = significant.count <= 18
    for byte in significant.prefix(18) { exponent = exponent * 10 + Int(byte - ASCII.zero) }
    if text.first == ASCII.minus { exponent.negate() }
  }

  mutating func trimZeros() {
    digits = digits.drop { $0 == ASCII.zero }
    while digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
  }
}
