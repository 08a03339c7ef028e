import PushHub
import Testing

/// Numbers in their order, however they are written; exactly where they fit into a `Decimal`.
struct JSONNumberOrderTests {
  private func numbers(_ texts: [String]) throws -> [JSONNumber] {
    try texts.map { try #require(JSONNumber(text: $0)) }
  }

  /// Each is smaller than the next.
  private let ascending = [
    "-1e999", "-1e308", "-1.5", "-10e-1", "-0.1", "-1e-999", "0", "1e-999", "0.1",
    "0.10000000000000000000000000000000000000001",
    "9e-1", "1", "1.00000000000000000000000000000000000000001", "1.5", "2", "10", "99", "1e2",
    "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "1e100", "1e308", "1e309",
  ]

  @Test func `numbers of any size and precision have one order`() throws {
    let numbers = try numbers(ascending)
    for (index, number) in numbers.enumerated() {
      for (otherIndex, other) in numbers.enumerated() {
        #expect((number < other) == (index < otherIndex), "\(number) < \(other)")
        #expect((number == other) == (index == otherIndex), "\(number) == \(other)")
      }
    }
  }

  /// How a whole number of thousandths can be written.
  private func spellings(ofThousandths value: Int) -> [String] {
    let sign = value < 0 ? "-" : ""
    let digits = String(abs(value))
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let plain = sign + padded.dropLast(3) + "." + padded.suffix(3)
    let scaled = digits == "0" ? "0" : digits + "000"
    return ["\(value)e-3", "\(sign)\(scaled)E-06", plain, "\(plain)0e+0"]
  }

  @Test func `small numbers compare as their thousandths do, in every spelling`() throws {
    let values = Array(-12...12) + [-1_000, -999, -100, 99, 100, 101, 999, 1_000, 1_001, 12_345]
    let spelt = try values.flatMap { value in
      try numbers(spellings(ofThousandths: value)).map { (value, $0) }
    }
    for (value, number) in spelt {
      for (otherValue, other) in spelt where (number < other) != (value < otherValue) {
        Issue.record("\(number) < \(other)")
      }
    }
  }
}
