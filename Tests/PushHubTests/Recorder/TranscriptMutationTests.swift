import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubScripts
import Testing

struct TranscriptMutationTests {
  private static let newline = UInt8(ascii: "\n")

  /// Checks what must hold for any bytes: a transcript that is written and read again as it is, or
  /// an error that names a line of the file in one line.
  private func check(_ bytes: Data, _ hint: String) throws {
    let transcript: Transcript
    do {
      transcript = try Transcript(bytes, vocabulary: .readyMade)
    } catch {
      let lineCount = bytes.count { $0 == Self.newline } + 1
      #expect((1...lineCount).contains(error.line), "\(hint)")
      let isPrintable = error.message.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
      #expect(isPrintable && !error.message.isEmpty, "\(hint): \(error)")
      return
    }
    #expect(try Transcript(transcript.data, vocabulary: .readyMade) == transcript, "\(hint)")
  }

  private func mutate(_ bytes: inout Data, using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let symbols = Array("{}[]:,\"\\#\n\r \u{FEFF}0-.eE".utf8) + [0, 0x1B, 0x7F, 0x80, 0xC3, 0xFF]
    let index = generator.below(bytes.count)
    let length = min(generator.below(40), bytes.count - index)
    let symbol = symbols[generator.below(symbols.count)]
    switch generator.below(6) {
    case 0: bytes[index] = UInt8(generator.below(256))
    case 1: bytes[index] = symbol
    case 2: bytes.insert(symbol, at: index)
    case 3: bytes.removeSubrange(index..<index + length)
    case 4:
      bytes.insert(contentsOf: Data(bytes[index..<index + length]), at: generator.below(index + 1))
    default: bytes.swapAt(index, generator.below(bytes.count))
    }
  }

  @Test func `mutated transcripts are read or refused in a line of theirs`() throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + Exhaustive.choose(100, thorough: 3_000) {
      var random = RandomTranscript(generator: SeededGenerator(seed: seed))
      var bytes = random.transcript().data
      for _ in 0...random.generator.below(4) {
        mutate(&bytes, using: &random.generator)
      }
      try check(bytes, SeededGenerator.hint(seed))
    }
  }

  @Test func `every truncation of a transcript is read or refused in a line of its`() throws {
    let lines = [#"{"transcript":1,"tracked":["é"]}"#] + TranscriptWritingTests.lines
    let bytes = Data(lines.joined(separator: "\n").utf8)
    for count in stride(from: 0, through: bytes.count, by: Exhaustive.choose(7, thorough: 1)) {
      try check(bytes.prefix(count), "\(count) bytes")
    }
  }

  @Test(arguments: TranscriptWritingTests.lines)
  func `every byte of a record may be any other symbol`(line: String) throws {
    var bytes = Data("{\"transcript\":1}\n\(line)\n".utf8)
    for index in stride(from: 0, to: bytes.count, by: Exhaustive.choose(19, thorough: 1)) {
      let original = bytes[index]
      for symbol in Data("{\"\\,:9-\n".utf8) + [0, 0x80, 0xFF] {
        bytes[index] = symbol
        try check(bytes, "byte \(index) is \(symbol)")
      }
      bytes[index] = original
    }
  }
}
