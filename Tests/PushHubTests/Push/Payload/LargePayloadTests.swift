import Foundation
import PushHub
import Testing

/// Shapes that have made parsers slow, each in any size.
enum LargeShape: CaseIterable {
  case oneString
  case escapes
  case manyKeys
  case sameKey
  case longAlikeKeys
  case numbers
  case nestedArrays
  case loneSurrogates

  func payload(bytes: Int) -> [UInt8] {
    switch self {
    case .oneString: fill(#"{"a":""#, String(repeating: "x", count: 64), #""}"#, bytes)
    case .escapes: fill(#"{"a":""#, #"\n\u00e9\uD83D\uDE00"#, #""}"#, bytes)
    case .manyKeys: keys(bytes) { "k\($0)" }
    case .sameKey: keys(bytes) { _ in "same" }
    case .longAlikeKeys: keys(bytes) { String(repeating: "a", count: bytes / 20) + "\($0 + 100)" }
    case .numbers: fill(#"{"a":[1"#, ",12345678901234567890.5e-3", "]}", bytes)
    case .nestedArrays: fill(#"{"a":[1"#, "," + brackets(100), "]}", bytes)
    case .loneSurrogates: fill(#"{"a":[1"#, #","\uD800""#, "]}", bytes)
    }
  }

  private func fill(_ start: String, _ unit: String, _ end: String, _ bytes: Int) -> [UInt8] {
    let count = bytes / unit.utf8.count
    return Array((start + String(repeating: unit, count: count) + end).utf8)
  }

  private func keys(_ bytes: Int, _ key: (Int) -> String) -> [UInt8] {
    var json = "{"
    var index = 0
    while json.utf8.count < bytes {
      json += "\"\(key(index))\":1,"
      index += 1
    }
    return Array((json + "\"end\":1}").utf8)
  }

  private func brackets(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct LargePayloadTests {
  @Test(arguments: LargeShape.allCases)
  func `a payload of a mebibyte is read`(shape: LargeShape) throws {
    let payload = try PushPayload(json: shape.payload(bytes: 1 << 20))
    #expect(payload.root.count >= 1)
    #expect(payload.issues.count <= 101)
  }

  /// Quadratic work would make the factor 256; the best of three runs may be off tenfold.
  @Test(arguments: LargeShape.allCases)
  func `sixteen times the bytes cost less than 160 times the work`(shape: LargeShape) throws {
    let small = try bestTime(of: shape.payload(bytes: 8 << 10))
    let large = try bestTime(of: shape.payload(bytes: 128 << 10))
    #expect(large < small * 160)
  }

  @Test func `a hundred thousand keys are all found`() throws {
    let json = "{" + (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let payload = try payload(json)
    #expect(payload.root.count == 100_000)
    #expect(payload.root["k99999"]?.intValue == 99_999)
  }

  @Test func `more bytes than are read are an error and not a trap`() {
    let bytes = [UInt8](repeating: 0x20, count: PushPayload.maximumByteCount + 1)
    #expect(payloadError(bytes)?.code == .tooLarge)
  }

  private func bestTime(of bytes: [UInt8]) throws -> Duration {
    let clock = ContinuousClock()
    var best = Duration.seconds(60)
    for _ in 0..<3 {
      let start = clock.now
      _ = try PushPayload(json: bytes)
      best = min(best, start.duration(to: clock.now))
    }
    return best
  }
}
