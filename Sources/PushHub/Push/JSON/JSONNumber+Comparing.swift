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
