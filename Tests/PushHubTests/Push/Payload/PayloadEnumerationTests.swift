import PushHub
import Testing

@testable import TestSupport

struct PayloadEnumerationTests {
  /// Calls the body with every sequence of words of this length.
  private func forEachSequence(length: Int, _ body: ([String]) -> Void) {
    let words = NaiveJSONReader.words
    var indices = Array(repeating: 0, count: length)
    while true {
      body(indices.map { words[$0] })
      var place = length - 1
      while place >= 0, indices[place] == words.count - 1 {
        indices[place] = 0
        place -= 1
      }
      if place < 0 { return }
      indices[place] += 1
    }
  }

  private func check(_ words: [String], separator: String) {
    let text = words.joined(separator: separator)
    let payload = try? PushPayload(json: text.utf8)
    #expect(payload?.object == NaiveJSONReader.read(words), "\(text)")
  }

  @Test(arguments: 0...3)
  func `every short sequence of words is read as the naive reader does`(length: Int) {
    forEachSequence(length: length) { check($0, separator: "") }
  }

  @Test func `every sequence of four words in braces is read as the naive reader does`() {
    forEachSequence(length: 4) { check(["{"] + $0 + ["}"], separator: " ") }
  }

  @Test func `every sequence of four words as a value is read as the naive reader does`() {
    forEachSequence(length: 4) { check(["{", "\"a\"", ":"] + $0 + ["}"], separator: "\n") }
  }

  @Test func `every sequence of three words after a value is read as the naive reader does`() {
    forEachSequence(length: 3) {
      check(["{", "\"a\"", ":", "1", ","] + $0 + ["}"], separator: "\t")
    }
  }

  @Test func `every sequence of three words in an array is read as the naive reader does`() {
    forEachSequence(length: 3) {
      check(["{", "\"b\"", ":", "["] + $0 + ["]", "}"], separator: " ")
    }
  }

  /// What is wrong with a text of which all bytes but one are letters.
  private func fault(of byte: UInt8, isLast: Bool) -> PayloadError.Code? {
    switch byte {
    case 0..<0x20: .controlCharacter
    case 0x22: .unexpectedByte
    case 0x5C: isLast ? .unexpectedEnd : .invalidEscape
    case 0x80...: .invalidUTF8
    default: nil
    }
  }

  @Test func `every byte at every place of a text is read or is the fault`() throws {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<26 {
        var text = [UInt8](repeating: 0x61, count: 26)
        text[place] = byte
        let bytes = Array("{\"\":\"".utf8) + text + Array("\"}".utf8)
        let code = fault(of: byte, isLast: place == 25)
        let error = payloadError(bytes)
        #expect(error?.code == code, "\(byte) at \(place)")
        // A byte that begins U+FFFD is at fault with the one behind it.
        let isLate = byte == 0x22 || byte == 0xEF
        let offset = code == .unexpectedEnd ? bytes.count : place + (isLate ? 6 : 5)
        #expect(error == nil || error?.offset == offset, "\(byte) at \(place)")
        guard code == nil else { continue }
        let value = try PushPayload(json: bytes)[""]
        #expect(value?.stringValue.map { Array($0.utf8) } == text)
      }
    }
  }
}
