import Foundation
import PushHub
import Testing

struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(JSONNumber(text: text))
  }

  @Test(arguments: ["9007199254740993", "18446744073709551616", "1.10", "-0", "1E+05", "0.1"])
  func `the digits stay as they were written`(text: String) throws {
    #expect(try number(text).text == text)
    #expect(try "\(number(text))" == text)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1 ", " 1", "NaN", "Infinity",
    "1,5", "1_000", "١", "--1", "1.2.3", "1e5.0",
  ])
  func `what isn't spelled as a JSON number is none`(text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("1", "10e-1"), ("0", "-0"), ("0", "0.000"), ("0", "0e99"),
    ("100", "1E2"), ("1.50", "1.5"), ("-2.5", "-25e-1"), ("0.001", "1e-3"),
    ("10000000000000000000000000000000000000", "1e37"), ("1e0000000000000000000005", "1e5"),
  ])
  func `two spellings of one value are equal and hash alike`(one: String, other: String) throws {
    #expect(try number(one) == number(other))
    #expect(try Set([number(one), number(other)]).count == 1)
  }

  @Test(arguments: [
    ("1", "-1"), ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001"),
    ("1e400", "1e401"), ("1", "1.00000000000000000000000000000000000001"),
    ("1e99999999999999999999", "1e99999999999999999998"),
  ])
  func `values that differ in the last digit differ`(one: String, other: String) throws {
    #expect(try number(one) != number(other))
  }

  @Test func `integers are given only where they are exact`() throws {
    #expect(try number("9007199254740993").int == 9_007_199_254_740_993)
    #expect(try number("1.0").int == 1)
    #expect(try number("12e2").int == 1200)
    #expect(try number("1.5").int == nil)
    #expect(try number("9223372036854775808").int == nil)
    #expect(try number("-9223372036854775808").int == .min)
    #expect(try number("18446744073709551615").integer(UInt64.self) == .max)
    #expect(try number("18446744073709551616").integer(UInt64.self) == nil)
    #expect(try number("-1").integer(UInt64.self) == nil)
    #expect(try number("1e999999999").int == nil)
  }

  @Test func `a Double is the nearest one, or nil beyond its range`() throws {
    #expect(try number("0.1").double == 0.1)
    #expect(try number("9007199254740993").double == 9_007_199_254_740_992)
    #expect(try number("1e309").double == nil)
    #expect(try number("1e-999").double == 0)
  }

  @Test func `a Decimal has up to 38 digits`() throws {
    let nines = String(repeating: "9", count: 38)
    let significand = try #require(Decimal(string: nines))
    let texts = [nines: 0, nines + "e3": 3, nines + "e-40": -40]
    for (text, exponent) in texts {
      let value = Decimal(sign: .plus, exponent: exponent, significand: significand)
      #expect(try number(text).decimal == value)
      #expect(try number("9" + text).decimal == nil)
    }
    for exponent in [1, 37, 38, 39, 40, 127] {
      let power = Decimal(sign: .plus, exponent: exponent, significand: 1)
      #expect(try number("1e\(exponent)").decimal == power)
    }
    #expect(try number("1e99999999999999999999").decimal == nil)
  }

  @Test func `infinities and NaN are no JSON numbers`() {
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(2.5)?.text == "2.5")
  }

  @Test func `integers of any width become their digits`() {
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(JSONNumber(Int8.min).text == "-128")
    #expect((7 as JSONNumber).int == 7)
  }
}
