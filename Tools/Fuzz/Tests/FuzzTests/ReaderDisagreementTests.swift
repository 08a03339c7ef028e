import Foundation
import FuzzTargets
import PushHub
import Testing

/// Where our reader and Foundation's differ: an example of each kind, and no kind without one.
struct ReaderDisagreementTests {
  private static let examples: [ReaderDisagreement: [UInt8]] = [
    .loneSurrogate: Array(#"{"a":"\ud800"}"#.utf8),
    .duplicateKey: Array(#"{"a":1,"a":2}"#.utf8),
    .trailingComma: Array(#"{"a":[1,],}"#.utf8),
    .equivalentKeys: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8),
    .hugeNumber: Array(#"{"a":1e999}"#.utf8),
    .disguisedZero: Array(#"{"a":1e-400}"#.utf8),
    .otherEncoding: Array("{\u{0}}\u{0}".utf8),
    .notAnObject: Array("[1]".utf8),
  ]

  @Test(arguments: ReaderDisagreement.allCases)
  func `a kind of disagreement is one`(kind: ReaderDisagreement) throws {
    let example = try #require(Self.examples[kind])
    #expect(ReaderDisagreement.kinds(of: example).contains(kind))
    #expect(ReaderDisagreement.isDisagreement(example))
  }

  @Test func `a comma before the end is known outside an object, too`() {
    #expect(ReaderDisagreement.kinds(of: Array("[1,]".utf8)).contains(.trailingComma))
  }

  private static let hidden: [[UInt8]] = [
    Array(#"{"a":1,"a":01}"#.utf8), Array(#"{"a":1,"a":-}"#.utf8), Array(#"{"a":1,"a":1.e}"#.utf8),
    Array(#"{"a":1,"a":""#.utf8) + [0xE8] + Array(#"b"}"#.utf8),
    Array(#"{"a":""#.utf8) + [0xE8] + Array(#"b","a":1}"#.utf8),
    Array(#"{"a":1,"a":""#.utf8) + [0xE8] + Array(#""}"#.utf8),
  ]

  @Test(arguments: hidden)
  func `what is wrong in a value that a repeated key hides is refused by both`(bytes: [UInt8]) {
    #expect(throws: PayloadError.self) { try PushPayload(json: bytes) }
    #expect(!ReaderDisagreement.isDisagreement(bytes))
  }

  @Test(arguments: ["-0e1", "0E-3", "0e+9", "0.000e5", "-1e-999"])
  func `a zero that is not written as one is of its kind`(number: String) {
    #expect(ReaderDisagreement.kinds(of: Array("{\"a\":\(number)}".utf8)) == [.disguisedZero])
  }

  @Test(arguments: [1, 511, 512, 513, 600])
  func `both readers have the same limit on nesting`(depth: Int) {
    let objects = String(repeating: "{\"a\":", count: depth - 1) + "{}"
    let arrays = "{\"a\":" + String(repeating: "[", count: depth - 1)
    let examples = [
      objects + String(repeating: "}", count: depth - 1),
      arrays + "1" + String(repeating: "]", count: depth - 1) + "}",
    ]
    for example in examples where depth > 1 {
      #expect(!ReaderDisagreement.isDisagreement(Array(example.utf8)))
    }
  }

  @Test(arguments: ["{}\u{0}", "{}}", "{\"a\":01}", "{\"a\":.5}", "{\"a\":\"\t\"}", "{\"a\":NaN}"])
  func `what RFC 8259 does not have is refused by both`(text: String) {
    #expect(throws: PayloadError.self) { try PushPayload(json: text.utf8) }
    #expect(!ReaderDisagreement.isDisagreement(Array(text.utf8)))
  }
}
