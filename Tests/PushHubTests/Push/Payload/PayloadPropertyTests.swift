import Foundation
import PushHub
import Testing

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

  @Test func `two random values give equal payloads exactly when they are equal`() throws {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the pairs of values"))
    for _ in 0..<300 {
      let (one, other) = (random.object(depth: 1), random.object(depth: 1))
      let payloads = (
        try payload(random.write(.object(one))), try payload(random.write(.object(other)))
      )
      #expect((payloads.0 == payloads.1) == (one == other))
    }
  }

  @Test func `a value handed over as a dictionary of any types is the same payload`() throws {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the dictionaries"))
    for _ in 0..<300 {
      let object = random.object(depth: 4)
      let bridged = Dictionary(
        uniqueKeysWithValues: object.map { (AnyHashable($0), random.bridge($1)) }
      )
      let payload = PushPayload(userInfo: bridged)
      #expect(payload.object == object)
      #expect(try payload == PushHubTests.payload(random.write(.object(object))))
      #expect(payload.issues.allSatisfy { $0.path == "aps" })
    }
  }

  @Test func `a payload reads the same from many tasks at once`() async throws {
    let payload = try payload(Fixture.fcm)
    let texts = await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { payload.canonicalJSON + (payload.aps.title ?? "") } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == [payload.canonicalJSON + "Parcel"])
  }
}
