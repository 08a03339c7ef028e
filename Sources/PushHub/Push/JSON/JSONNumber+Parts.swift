/// A number taken apart: sign, decimal digits, and the power of ten that scales them.
extension JSONNumber {
  struct Parts {
    var isNegative = false
    var digits: ArraySlice<UInt8> = []
    var exponent = 0
    var exponentFits = true

    /// The exponent as it is written, without leading zeros.
    var writtenExponent: Substring.UTF8View = Substring().utf8
    var writtenExponentIsNegative = false

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
      writtenExponent = significant
      writtenExponentIsNegative = text.first == ASCII.minus
      guard exponentFits else { return }
      for byte in significant { exponent = exponent * 10 + Int(byte - ASCII.zero) }
      if writtenExponentIsNegative { exponent.negate() }
    }

    mutating func trimZeros() {
      digits = digits.drop { $0 == ASCII.zero }
      while digits.last == ASCII.zero {
        digits.removeLast()
        exponent += 1
      }
    }
  }
}
