import Foundation
import PushHub
import Testing

@testable import TestSupport

struct DepthTests {
  private func arrays(_ depth: Int) -> String {
    #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
  }

  private func objects(_ depth: Int) -> String {
    String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
  }

  @Test func `nesting is read down to the limit`() {
    #expect(payload(arrays(511)).root["a"]?.isArray == true)
    #expect(payload(objects(512)).root["a"]?.isObject == true)
  }

  @Test func `one level more is an error where that level begins`() {
    #expect(payloadError(arrays(512))?.code == .tooDeep)
    #expect(payloadError(arrays(512))?.offset == 5 + 511)
    #expect(payloadError(objects(513))?.code == .tooDeep)
    #expect(payloadError(objects(513))?.offset == 512 * 5)
  }

  @Test(arguments: [10_000, 1_000_000])
  func `ten thousand levels and more are an error and not a trap`(depth: Int) {
    #expect(payloadError(arrays(depth))?.code == .tooDeep)
    #expect(payloadError(objects(depth))?.code == .tooDeep)
    #expect(payloadError(String(repeating: #"{"a":["#, count: depth))?.code == .tooDeep)
  }

  @Test func `closing brackets don't count as depth`() {
    let json = #"{"a":["# + String(repeating: "[[]],", count: 10_000) + "1]}"
    #expect(payload(json).root["a"]?.count == 10_001)
  }

  @Test(arguments: [true, false])
  func `the deepest payload is compared, written and decoded on a small stack`(
    ofObjects: Bool
  ) async {
    let json = ofObjects ? objects(512) : arrays(511)
    let isSame = await withCheckedContinuation { continuation in
      let thread = Thread {
        let one = try? PushPayload(json: json.utf8)
        let other = try? PushPayload(json: Array((json + " ").utf8))
        let text = one.map { JSONValue.object($0.object).jsonText }
        continuation.resume(
          returning: one == other && one?.hashValue == other?.hashValue && text == json
        )
      }
      // What secondary threads have on Apple's systems.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isSame)
  }

  @Test func `a dictionary of any depth is cut at the limit with an issue`() {
    var value: Any = "end"
    for _ in 0..<10_000 { value = [value] }
    let payload = PushPayload(userInfo: ["aps": [String: Any](), "deep": value])
    #expect(payload.issues.map(\.code) == [.tooDeep])
    #expect(payload.issues[0].path.hasPrefix("deep[0][0]"))
    unwrap(&value)
  }

  @Test func `a dictionary is read down to the limit, as JSON is`() throws {
    func nested(_ depth: Int) -> PushPayload {
      let value = (0..<depth).reduce(1 as Any) { value, _ in [value] }
      return PushPayload(userInfo: ["aps": [String: Any](), "a": value])
    }
    let limit = PushPayload.maximumDepth - 1
    #expect(nested(limit).issues.isEmpty)
    #expect(nested(limit + 1).issues.map(\.code) == [.tooDeep])
    for depth in [limit, limit + 1] {
      #expect(try PushPayload(json: nested(depth).json) == nested(depth))
    }
  }

  // Freed from the outside in, the nesting would be undone by recursion.
  private func unwrap(_ value: inout Any) {
    while let inner = (value as? [Any])?.first { value = inner }
  }
}
