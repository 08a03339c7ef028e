import Foundation
import PushHub
import Testing

struct DeviceTokenTests {
  @Test func `bytes become lower-case digits, two for each byte`() {
    #expect(DeviceToken([0x00, 0x0F, 0xA0, 0xFF]).hex == "000fa0ff")
  }

  @Test(arguments: [1, 32, 100, 255])
  func `a token may have any length but none and survives a round trip`(count: Int) throws {
    let token = DeviceToken((0..<count).map { UInt8($0) })
    #expect(token.hex.count == count * 2)
    #expect(try DeviceToken(hex: token.hex) == token)
  }

  @Test func `a slice of Data whose indices don't start at zero is read whole`() {
    #expect(DeviceToken(Data([9, 9, 1, 2]).dropFirst(2)).hex == "0102")
  }

  @Test func `upper-case digits are the same token`() throws {
    #expect(try DeviceToken(hex: "ABCDEF09") == DeviceToken(hex: "abcdef09"))
  }

  @Test(arguments: ["abc", "<abcd>", "ab cd", "abcg", "éa", "ab\0\0"])
  func `malformed digits are an error that does not quote them`(
    text: String
  ) throws {
    let error = "\(try #require(throws: (any Error).self) { try DeviceToken(hex: text) })"
    #expect(error.contains("hexadecimal digits alone") && !error.contains(text))
  }

  @Test func `no way of printing shows more than the first eight digits`() {
    let token = DeviceToken([0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC])
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\([token])", "\(token as Any?)", dumped] {
      #expect(text.contains("12345678…"))
      #expect(!text.contains("9a") && !text.contains("154"))
    }
  }

  @Test func `a token is coded as its digits`() throws {
    let token = DeviceToken([0xAB, 0xCD])
    let data = try JSONEncoder().encode([token])
    #expect(String(decoding: data, as: UTF8.self) == #"["abcd"]"#)
    #expect(try JSONDecoder().decode([DeviceToken].self, from: data) == [token])
  }

  @Test func `a coded text that is no token is corrupt data`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([DeviceToken].self, from: Data(#"["xy"]"#.utf8))
    }
  }
}
