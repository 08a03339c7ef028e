import Foundation
import PushHub
import Testing

@testable import TestSupport

struct PayloadPropertyTests {
  @Test func `a value written in any way is read as that value`() throws {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the values written"))
    for _ in 0..<500 {
      let object = random.object(depth: 4)
      let text = random.write(.object(object))
      let payload = try payload(text)
      #expect(payload.object == object, "\(text)")
      #expect(payload.json == Array(text.utf8))
      #expect(payload.root.count == object.count)
      #expect(Set(payload.root.keys) == Set(object.keys))
    }
  }

  @Test func `a value written in two ways gives equal payloads`() throws {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the values written twice"))
    for _ in 0..<300 {
      let value = JSONValue.object(random.object(depth: 4))
      let (one, other) = (try payload(random.write(value)), try payload(random.write(value)))
      #expect(one == other && one.hashValue == other.hashValue)
      #expect(one.canonicalJSON == other.canonicalJSON)
    }
  }
}
