import Foundation
import PushHub
import Testing

@testable import TestSupport

struct LargePayloadTests {
  @Test(arguments: LargeShape.allCases)
  func `sixteen times the bytes are read in less than a hundred times the time`(
    shape: LargeShape
  ) throws {
    try expectLinearWork(on: shape) { bytes in
      let payload = try PushPayload(json: bytes)
      let value = JSONValue.object(payload.object)
      _ = (value.jsonText, value.hashValue, value == .object(payload.object))
      _ = (payload.canonicalJSON, payload.json, payload.hashValue, payload.root["none"] == nil)
      _ = try payload == PushPayload(json: bytes + [0x20])
      let sender = PushIdentification().identity(of: payload).sender
      _ = (sender.customData(of: payload), sender.messageID(of: payload), payload.root.keys)
      _ = (payload.aps.badge, payload.aps.relevanceScore, payload.root["a"]?.elements)
    }
  }

  @Test(arguments: LargeShape.allCases)
  func `sixteen times the bytes are walked in a hundred times the time`(
    shape: LargeShape
  ) throws {
    func userInfo(_ bytes: [UInt8]) -> [AnyHashable: Any]? {
      try? JSONSerialization.jsonObject(with: Data(bytes)) as? [AnyHashable: Any]
    }
    // Foundation refuses halves of surrogate pairs.
    guard let small = userInfo(shape.payload(bytes: 1 << 10)),
      let large = userInfo(shape.payload(bytes: 16 << 10))
    else { return }
    try expectLinearWork(on: shape, small: small, large: large) { _ = PushPayload(userInfo: $0) }
  }

  @Test func `more bytes than are read are an error and not a trap`() {
    let bytes = [UInt8](repeating: 0x20, count: PushPayload.maximumByteCount + 1)
    #expect(payloadError(bytes)?.code == .tooLarge)
  }

  private func expectLinearWork(on shape: LargeShape, work: ([UInt8]) throws -> Void) throws {
    try expectLinearWork(
      on: shape,
      small: shape.payload(bytes: Exhaustive.choose(1 << 9, thorough: 1 << 10)),
      large: shape.payload(bytes: Exhaustive.choose(16 << 9, thorough: 16 << 10)),
      work: work
    )
  }

  @Test(.enabled(if: Exhaustive.isWanted, "so many bytes take seconds"))
  func `a dictionary of the maximum size is read, and a larger one is empty`() {
    let count = PushPayload.maximumByteCount - #"{"aps":{"alert":""}}"#.utf8.count
    let text = String(repeating: "x", count: count)
    let largest = PushPayload(userInfo: ["aps": ["alert": text]])
    #expect(largest.aps.body?.utf8.count == count && largest.issues.isEmpty)
    let payload = PushPayload(userInfo: ["aps": ["alert": text + "x"]])
    #expect(payload.object.isEmpty)
    #expect(payload.shortIssues == ["missing aps"])
  }

  /// Compares sixteen small payloads and a large one, measured in turns until a turn was not interrupted.
  ///
  /// Both take about as long. Quadratic work makes the factor 256.
  private func expectLinearWork<Input>(
    on shape: LargeShape,
    small: Input,
    large: Input,
    work: (Input) throws -> Void
  ) throws {
    var sixteen = Duration.seconds(60)
    var one = sixteen
    for _ in 0..<8 {
      sixteen = min(sixteen, try time { for _ in 0..<16 { try work(small) } })
      one = min(one, try time { try work(large) })
      if one / sixteen * 16 < 100 { return }
    }
    Issue.record("\(shape) took \(one), and sixteen of a sixteenth took \(sixteen)")
  }

  private func time(_ work: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(work)
  }
}
