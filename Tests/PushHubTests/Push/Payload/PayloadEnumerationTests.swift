import PushHub
import Testing

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
}
