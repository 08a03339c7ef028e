/// Times of a transcript: seconds as decimal numbers, exact to the nanosecond.
extension Duration {
  private static let nanosecondsPerSecond: Int64 = 1_000_000_000

  /// The duration of so many seconds, rounded to the nearest nanosecond, halves away from zero.
  ///
  /// - Returns: `nil` from 9 000 000 000 seconds on, since 64 bits hold little more in nanoseconds.
  package init?(seconds number: JSONNumber) {
    guard let double = number.double, abs(double) <= 9_000_000_000 else { return nil }
    // Smaller than any Double; the power of ten may be too small even for an Int.
    guard double != 0 else {
      self = .zero
      return
    }
    let parts = number.canonicalText.split(separator: "e")
    let digits = parts[0].drop { $0 == "-" }
    let shift = 9 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    var nanoseconds: Int64
    if shift >= 0 {
      nanoseconds = Int64(digits + String(repeating: "0", count: shift)) ?? 0
    } else {
      nanoseconds = Int64(digits.dropLast(-shift)) ?? 0
      let firstDropped = digits.count >= -shift ? digits.dropLast(-shift - 1).last : nil
      nanoseconds += firstDropped ?? "0" >= "5" ? 1 : 0
    }
    guard nanoseconds < 9_000_000_000 * Self.nanosecondsPerSecond else { return nil }
    self = .nanoseconds(double < 0 ? -nanoseconds : nanoseconds)
  }

  /// Whole seconds and as many decimals as needed, at most nine; what is finer is cut off.
  public var secondsText: String {
    // A duration may have more seconds than 64 bits hold.
    let (seconds, rest) = attoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000_000_000_000
    )
    let nanoseconds = rest / 1_000_000_000
    guard nanoseconds != 0 else { return "\(seconds)" }
    var decimals = "\(nanoseconds.magnitude)"
    decimals = String(repeating: "0", count: 9 - decimals.count) + decimals
    while decimals.hasSuffix("0") {
      decimals.removeLast()
    }
    let sign = seconds == 0 && nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds).\(decimals)"
  }

  /// The seconds as a JSON number.
  public var secondsNumber: JSONNumber { JSONNumber(text: secondsText) ?? 0 }
}
