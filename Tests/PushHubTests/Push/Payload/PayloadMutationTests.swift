import Foundation
import PushHub
import Testing

struct PayloadMutationTests {
  private struct Anything: Decodable {}

  /// Reads everything that can be read, and checks what must hold for any payload.
  private func exercise(_ bytes: [UInt8]) throws {
    let payload: PushPayload
    do {
      payload = try PushPayload(json: bytes)
    } catch {
      #expect((0...bytes.count).contains(error.offset))
      return
    }
    let again = try PushPayload(json: payload.json)
    #expect(again == payload)
    #expect(again.issues.allSatisfy { $0.code != .duplicateKey && $0.code != .loneSurrogate })
    #expect(Set(payload.issues.map(\.path)).count == payload.issues.count)
    // What is accepted here must be JSON for Foundation too.
    #expect(throws: Never.self) { try payload.decode(Anything.self) }
    let sender = [any PushSender].standard.sender(of: payload)
    #expect(sender.messageID(of: payload)?.isEmpty != true)
    _ = (sender.customData(of: payload), sender.link(of: payload))
    read(payload.aps)
  }

  private func read(_ aps: APS) {
    _ = (aps.title, aps.body, aps.subtitle, aps.bodyLocalization, aps.badge)
    _ = (aps.sound, aps.timestamp, aps.staleDate, aps.contentState, aps.interruptionLevel)
  }

  @Test(arguments: Fixture.all + [Fixture.varied])
  func `every truncation gives a payload or a typed error`(json: String) throws {
    let bytes = Array(json.utf8)
    for count in 0..<bytes.count {
      let error = payloadError(Array(bytes[..<count]))
      #expect(error?.code == .unexpectedEnd, "\(count) bytes")
    }
  }

  @Test(arguments: [Fixture.varied, Fixture.jpush])
  func `every mutation of one byte gives a payload or a typed error`(json: String) throws {
    var bytes = Array(json.utf8)
    let replacements = Array(#"{}[]:,"\x0-.eu"#.utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    for index in bytes.indices {
      let original = bytes[index]
      for replacement in replacements {
        bytes[index] = replacement
        try exercise(bytes)
      }
      bytes[index] = original
    }
  }

  @Test func `random mutations give payloads or typed errors`() throws {
    var generator = SeededGenerator(printedAs: "the random mutations")
    let texts = (Fixture.all + [Fixture.varied]).map { Array($0.utf8) }
    for _ in 0..<2000 {
      var bytes = texts.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutate(&bytes, using: &generator)
      }
      try exercise(bytes)
    }
  }

  @Test func `random bytes give payloads or typed errors`() throws {
    var generator = SeededGenerator(printedAs: "the random bytes")
    let alphabet = Array(#"{}[]:,"\u0123456789abcdefnrtsl-+. "#.utf8) + [0xC3, 0xA9, 0xED, 0]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      try exercise(Array(#"{"aps":"#.utf8) + bytes + [UInt8(ascii: "}")])
    }
  }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &generator)
    let other = Int.random(in: bytes.indices, using: &generator)
    let range = min(index, other)..<max(index, other)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.swapAt(index, other)
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: Array(bytes[range]), at: index)
    default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
    }
  }
}
