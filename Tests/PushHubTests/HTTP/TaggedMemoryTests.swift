import Foundation
import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

struct TaggedMemoryTests {
  private func address(_ name: String) throws -> AccountAddress {
    let url = try #require(URL(string: "https://example.com/\(name)"))
    return AccountAddress(url: url, account: AccountID(rawValue: name))
  }

  @Test func `what was remembered is found, and nothing else`() throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 2)
    memory.remember(UnreadReport(count: 3), tag: "\"a\"", for: try address("ann"))
    let expected = TaggedMemory<UnreadReport>.Entry(tag: "\"a\"", value: UnreadReport(count: 3))
    #expect(memory.entry(for: try address("ann")) == expected)
    #expect(memory.entry(for: try address("ben")) == nil)
  }

  @Test func `one address that is the same for all accounts has a memory for each`() throws {
    let url = try #require(URL(string: "https://example.com/me/unread"))
    var memory = TaggedMemory<UnreadReport>(capacity: 4)
    for (count, account) in ["ann", "ben", "caf\u{E9}", "cafe\u{301}"].enumerated() {
      let address = AccountAddress(url: url, account: AccountID(rawValue: account))
      #expect(memory.entry(for: address) == nil)
      memory.remember(UnreadReport(count: count), tag: "\(count)", for: address)
      #expect(memory.entry(for: address)?.tag == "\(count)")
    }
  }

  @Test(arguments: [nil, "", "a\r\nb", "ä", "\0", String(repeating: "a", count: 1025)])
  func `an answer without a usable tag forgets the one before`(tag: String?) throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 2)
    memory.remember(UnreadReport(count: 3), tag: "\"a\"", for: try address("ann"))
    memory.remember(UnreadReport(count: 4), tag: tag, for: try address("ann"))
    #expect(memory.entry(for: try address("ann")) == nil)
    #expect(memory.entries.isEmpty)
  }

  @Test(arguments: ["W/\"a\"", "unquoted", "\"with space\"", String(repeating: "a", count: 1024)])
  func `a tag of any printable text is kept`(tag: String) throws {
    var memory = TaggedMemory<UnreadReport>(capacity: 1)
    memory.remember(UnreadReport(count: 3), tag: tag, for: try address("ann"))
    #expect(memory.entry(for: try address("ann"))?.tag == tag)
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
    let addresses = try ["a", "b", "c"].reduce(into: [String: AccountAddress]()) {
      $0[$1] = try address($1)
    }
    var sequences: [[Operation]] = [[]]
    for _ in 0..<Exhaustive.choose(4, thorough: 5) {
      sequences = sequences.flatMap { start in Operation.allCases.map { start + [$0] } }
    }
    #expect(sequences.count == Exhaustive.choose(4_096, thorough: 32_768))
    for sequence in sequences {
      var memory = TaggedMemory<UnreadReport>(capacity: 2)
      var model: [(name: String, count: Int)] = []
      for (step, operation) in sequence.enumerated() {
        let name = operation.name
        let address = try #require(addresses[name])
        let known = model.first { $0.name == name }
        model.removeAll { $0.name == name }
        switch operation {
        case .rememberA, .rememberB, .rememberC:
          memory.remember(UnreadReport(count: step), tag: "\(step)", for: address)
          model = (model + [(name, step)]).suffix(2)
        case .forgetA, .forgetB:
          memory.remember(UnreadReport(count: step), tag: nil, for: address)
        case .lookUpA, .lookUpB, .lookUpC:
          try #require(memory.entry(for: address)?.value.count == known?.count, "\(sequence)")
          model += known.map { [$0] } ?? []
        }
        try #require(
          memory.entries.map(\.value.count) == model.map(\.count),
          "\(sequence)"
        )
      }
    }
  }
}
