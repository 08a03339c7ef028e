import Foundation
import Testing

@testable import PushHubObservers

@Suite(.timeLimit(.minutes(5)))
struct TaggedMemoryTests {
  private func url(_ name: String) throws -> URL {
    try #require(URL(string: "https://example.com/\(name)"))
  }

  @Test func `what was remembered is found, and nothing else`() throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 2)
    memory.remember(UnreadReport(count: 3), tag: "\"a\"", for: try url("ann"))
    let expected = TaggedMemory<UnreadReport>.Entry(tag: "\"a\"", value: UnreadReport(count: 3))
    #expect(memory.entry(for: try url("ann")) == expected)
    #expect(memory.entry(for: try url("ben")) == nil)
  }

  @Test(arguments: [nil, "", "a\r\nb", "ä", "\0", String(repeating: "a", count: 1025)])
  func `an answer without a usable tag forgets the one before`(tag: String?) throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 2)
    memory.remember(UnreadReport(count: 3), tag: "\"a\"", for: try url("ann"))
    memory.remember(UnreadReport(count: 4), tag: tag, for: try url("ann"))
    #expect(memory.entry(for: try url("ann")) == nil)
    #expect(memory.entries.isEmpty)
  }

  @Test(arguments: ["W/\"a\"", "unquoted", "\"with space\"", String(repeating: "a", count: 1024)])
  func `a tag of any printable text is kept`(tag: String) throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 1)
    memory.remember(UnreadReport(count: 3), tag: tag, for: try url("ann"))
    #expect(memory.entry(for: try url("ann"))?.tag == tag)
  }

  /// Three names, each of which can be remembered, forgotten or looked up.
  private enum Operation: CaseIterable {
    case rememberA, rememberB, rememberC, forgetA, forgetB, lookUpA, lookUpB, lookUpC

    var name: String {
      switch self {
      case .rememberA, .forgetA, .lookUpA: "a"
      case .rememberB, .forgetB, .lookUpB: "b"
      case .rememberC, .lookUpC: "c"
      }
    }
  }

  @Test func `every short sequence behaves as a list of the latest two`() throws {
    let urls = try ["a", "b", "c"].reduce(into: [String: URL]()) { $0[$1] = try url($1) }
    var sequences: [[Operation]] = [[]]
    for _ in 0..<5 {
      sequences = sequences.flatMap { start in Operation.allCases.map { start + [$0] } }
    }
    #expect(sequences.count == 32_768)
    for sequence in sequences {
      var memory = TaggedMemory<UnreadReport>(capacity: 2)
      var model: [(name: String, count: Int)] = []
      for (step, operation) in sequence.enumerated() {
        let name = operation.name
        let url = try #require(urls[name])
        let known = model.first { $0.name == name }
        model.removeAll { $0.name == name }
        switch operation {
        case .rememberA, .rememberB, .rememberC:
          memory.remember(UnreadReport(count: step), tag: "\(step)", for: url)
          model = (model + [(name, step)]).suffix(2)
        case .forgetA, .forgetB:
          memory.remember(UnreadReport(count: step), tag: nil, for: url)
        case .lookUpA, .lookUpB, .lookUpC:
          try #require(memory.entry(for: url)?.value.count == known?.count, "\(sequence)")
          model += known.map { [$0] } ?? []
        }
        try #require(
          memory.entries.map(\.entry.value.count) == model.map(\.count),
          "\(sequence)"
        )
      }
    }
  }
}
