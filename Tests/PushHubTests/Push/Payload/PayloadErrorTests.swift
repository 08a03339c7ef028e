import PushHub
import Testing

@testable import TestSupport

struct PayloadErrorTests {
  static let broken: [(String, PayloadError.Code, Int)] = [
    ("", .unexpectedEnd, 0),
    (" \n\t ", .unexpectedEnd, 4),
    ("\u{FEFF}", .unexpectedEnd, 3),
    ("[]", .notAnObject, 0),
    (" [1]", .notAnObject, 0),
    ("\"a\"", .notAnObject, 0),
    ("12", .notAnObject, 0),
    ("null", .notAnObject, 0),
    ("NaN", .invalidLiteral, 0),
    ("{", .unexpectedEnd, 1),
    ("{\"a\"", .unexpectedEnd, 4),
    ("{\"a\":", .unexpectedEnd, 5),
    ("{\"a\":1", .unexpectedEnd, 6),
    ("{\"a\":1,", .unexpectedEnd, 7),
    ("{\"a\":[1", .unexpectedEnd, 7),
    ("{\"a\":\"b", .unexpectedEnd, 7),
    ("{\"a\":tru", .unexpectedEnd, 8),
    ("{\"a\":-", .unexpectedEnd, 6),
    ("{\"a\":1.", .unexpectedEnd, 7),
    ("{\"a\":1e", .unexpectedEnd, 7),
    ("{\"a\":\"\\", .unexpectedEnd, 7),
    ("{\"a\":\"\\u00", .unexpectedEnd, 10),
    ("{\"a\":1,}", .trailingComma, 7),
    ("{\"a\":[1,]}", .trailingComma, 8),
    ("{,}", .unexpectedByte, 1),
    ("{\"a\":1 \"b\":2}", .unexpectedByte, 7),
    ("{\"a\" 1}", .unexpectedByte, 5),
    ("{\"a\":}", .unexpectedByte, 5),
    ("{a:1}", .unexpectedByte, 1),
    ("{1:1}", .unexpectedByte, 1),
    ("{'a':1}", .unexpectedByte, 1),
    ("{\"a\":[1}", .unexpectedByte, 7),
    ("{\"a\":[,1]}", .unexpectedByte, 6),
    ("{\"a\":1]", .unexpectedByte, 6),
    ("{\"a\":1}x", .trailingContent, 7),
    ("{} {}", .trailingContent, 3),
    ("{}\0", .trailingContent, 2),
    ("{\"a\":NaN}", .invalidLiteral, 5),
    ("{\"a\":Infinity}", .invalidLiteral, 5),
    ("{\"a\":-Infinity}", .invalidNumber, 6),
    ("{\"a\":nil}", .invalidLiteral, 5),
    ("{\"a\":True}", .invalidLiteral, 5),
    ("{\"a\":truth}", .invalidLiteral, 5),
    ("{\"a\":nullx}", .invalidLiteral, 5),
    ("{\"a\":01}", .invalidNumber, 6),
    ("{\"a\":+1}", .invalidNumber, 5),
    ("{\"a\":.5}", .invalidNumber, 5),
    ("{\"a\":1.}", .invalidNumber, 7),
    ("{\"a\":1e+}", .invalidNumber, 8),
    ("{\"a\":1.2.3}", .unexpectedByte, 8),
    ("{\"a\":\"\\x\"}", .invalidEscape, 6),
    ("{\"a\":\"\\u12g4\"}", .invalidEscape, 10),
    ("{\"a\":\"\\uD800\\u12\"}", .invalidEscape, 16),
    ("{\"a\":\"b\nc\"}", .controlCharacter, 7),
    ("{\"a\":\"\0\"}", .controlCharacter, 6),
    ("{\"\t\":1}", .controlCharacter, 2),
    ("{\u{A0}}", .unexpectedByte, 1),
    ("/* a */{}", .notJSON, 0),
    (" <plist>", .notJSON, 1),
    ("}", .notJSON, 0),
    (",", .notJSON, 0),
  ]

  @Test(arguments: broken)
  func `broken JSON is a typed error at the byte at fault, which says in a sentence what to do`(
    json: String,
    code: PayloadError.Code,
    offset: Int
  ) {
    let error = payloadError(json)
    #expect(error?.code == code)
    #expect(error?.offset == offset)
    let description = error?.description ?? ""
    #expect(description.hasPrefix("At byte \(offset) of the payload "))
    #expect(description.contains("; ") && description.hasSuffix("."))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]]
  )
  func `bytes that aren't UTF-8 are an error where they begin`(bytes: [UInt8]) {
    let error = payloadError(Array("{\"a\":\"é€😀".utf8) + bytes + Array("\"}".utf8))
    #expect(error?.code == .invalidUTF8)
    #expect(error?.offset == 15)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0x7B, 0, 0x7D, 0],
      [0, 0x7B, 0, 0x7D], [0, 0, 0, 0x7B],
    ] as [[UInt8]]
  )
  func `UTF-16 is no payload and is called that`(bytes: [UInt8]) throws {
    let error = try #require(payloadError(bytes))
    #expect(
      "\(error)" == "At byte 0 of the payload there is UTF-16, or no text at all; "
        + "encode the JSON as UTF-8."
    )
  }

  @Test(arguments: Fixture.all + [Fixture.varied])
  func `every truncation is an error`(json: String) {
    let bytes = Array(json.utf8)
    for count in 0..<bytes.count {
      #expect(payloadError(Array(bytes[..<count]))?.code == .unexpectedEnd, "\(count) bytes")
    }
  }

  @Test func `an error doesn't quote the payload`() throws {
    let error = try #require(payloadError(#"{"secret":"4711",}"#))
    #expect(!"\(error)".contains("secret") && !"\(error)".contains("4711"))
  }
}
