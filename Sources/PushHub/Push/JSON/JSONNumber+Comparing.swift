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

extension JSONNumber: Comparable {
  /// Whether a value is smaller than another, compared exactly.
  ///
  /// Nothing is rounded: 9007199254740992 is smaller than 9007199254740993, and 1e999 smaller than
  /// 2e999. Exponents of more than 18 digits are compared as they are written.
  ///
  /// - Complexity: O(*n*) in the number of digits.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if let left = Int(lhs.text), let right = Int(rhs.text) { return left < right }
    guard lhs != rhs else { return false }
    let left = Parts(trimming: lhs)
    let right = Parts(trimming: rhs)
    guard left.sign == right.sign else { return left.sign < right.sign }
    return left.isNegative
      ? right.isSmaller(than: left, tieBroken: rhs.text < lhs.text)
      : left.isSmaller(than: right, tieBroken: lhs.text < rhs.text)
  }
}

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

extension JSONNumber.Parts {
  fileprivate init(trimming number: JSONNumber) {
    self.init(number.text)
    trimZeros()
  }

  fileprivate var sign: Int {
    guard !digits.isEmpty else { return 0 }
    return isNegative ? -1 : 1
  }

  /// The power of ten right above the first digit, as far as the exponent fits.
  private var height: Int { exponent + digits.count }

  /// Compares without the sign; the tie is one between equal values that are written differently.
  fileprivate func isSmaller(than other: Self, tieBroken: Bool) -> Bool {
    if !exponentFits || !other.exponentFits {
      guard hasSameWrittenExponent(as: other) else { return hasSmallerWrittenExponent(than: other) }
    }
    guard height == other.height else { return height < other.height }
    return digits.elementsEqual(other.digits)
      ? tieBroken : digits.lexicographicallyPrecedes(other.digits)
  }

  private func hasSameWrittenExponent(as other: Self) -> Bool {
    writtenExponentIsNegative == other.writtenExponentIsNegative
      && writtenExponent.elementsEqual(other.writtenExponent)
  }

  private func hasSmallerWrittenExponent(than other: Self) -> Bool {
    guard writtenExponentIsNegative == other.writtenExponentIsNegative else {
      return writtenExponentIsNegative
    }
    let isCloserToZero =
      writtenExponent.count == other.writtenExponent.count
      ? writtenExponent.lexicographicallyPrecedes(other.writtenExponent)
      : writtenExponent.count < other.writtenExponent.count
    return isCloserToZero != writtenExponentIsNegative
  }
}
