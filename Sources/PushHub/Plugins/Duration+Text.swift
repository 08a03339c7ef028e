extension Duration {
  /// The duration as text: `0.4 s`, `2 min 5 s`, `3 h 20 min`.
  public var text: String {
    let seconds = attoseconds / Self.second
    switch seconds {
    case ..<60: return "\(toTheMillisecond.secondsText) s"
    case ..<3_600: return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    default:
      let minutes = seconds / 60 % 60
      return "\(seconds / 3_600) h" + (minutes == 0 ? "" : " \(minutes) min")
    }
  }

  /// Whole seconds and as many decimals as needed, at most nine; what is finer is cut off.
  public var secondsText: String {
    let (seconds, rest) = (attoseconds / 1_000_000_000).magnitude
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = attoseconds <= -1_000_000_000 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(seconds)" }
    var decimals = "\(1_000_000_000 + UInt64(rest))".utf8.dropFirst()
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(sign)\(seconds).\(Substring(decimals))"
  }

  /// The seconds as a JSON number.
  public var secondsNumber: JSONNumber { JSONNumber(validated: secondsText) }

  private static let second: Int128 = 1_000_000_000_000_000_000
  private static let millisecond: Int128 = 1_000_000_000_000_000

  /// The nearest millisecond, halves away from zero.
  private var toTheMillisecond: Duration {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.millisecond)
    let isHalf = rest.magnitude * 2 >= Self.millisecond
    return Duration(attoseconds: (whole + (isHalf ? rest.signum() : 0)) * Self.millisecond)
  }
}
