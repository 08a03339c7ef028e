import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// What is kept, as data.
struct RegistrationLedgerTests {
  /// A ledger in which there is something of everything.
  private func full() -> RegistrationLedger {
    var driver = RegistrationDriver(generator: SeededGenerator(seed: 1))
    driver.attach("ann")
    driver.tell(.token(.first))
    driver.wish(.permission(.provisional))
    driver.wish(.tags(["language": "de", "ü\"": "\u{0}/"]))
    driver.wish(.token(.second, name: "delivery"))
    driver.wish(.topic("news", isWanted: true))
    driver.succeed()
    driver.succeed()
    driver.signIn("bob")
    return driver.core.ledger ?? .testing
  }

  private func text(_ ledger: RegistrationLedger) throws -> String {
    String(decoding: try ledger.data(), as: UTF8.self)
  }

  private func reason(_ text: String) -> String? {
    do throws(RegistrationLedger.Unreadable) {
      _ = try RegistrationLedger(Data(text.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `what is written is read`() throws {
    let ledger = full()
    #expect(ledger.entries.map(\.isLeaving) == [true])
    #expect(try RegistrationLedger(ledger.data()) == ledger)
  }

  @Test func `the form of version 1 stays`() throws {
    var driver = RegistrationDriver()
    driver.attach("ann")
    driver.wish(.topic("news", isWanted: true))
    driver.tell(.token(.first))
    driver.succeed()
    let text = """
      {"ledger":{"entries":[{"account":"ann","acknowledged":1767225600,"isLeaving":false,\
      "record":{"environment":"sandbox","furtherTokens":{},"tags":{},"token":"0001ff",\
      "topics":["news"]},"revision":1767225600000,"token":"0001ff"}],"environment":"sandbox",\
      "furtherTokens":{},"installation":"ffffffffffffffffffffffffffffffff",\
      "revision":1767225600000,"tags":{},"token":"0001ff","topics":{"ann":["news"]}},"version":1}
      """
    let ledger = try #require(driver.core.ledger)
    #expect(try self.text(ledger) == text)
    #expect(try RegistrationLedger(Data(text.utf8)) == ledger)
  }

  @Test(
    arguments: [
      "", "{", "[]", "\u{0}", "{}", #"{"version":"1"}"#, #"{"version":1e300}"#, "null",
      #"{"version":1.5}"#,
    ]
  )
  func `what has no version is not read`(text: String) {
    #expect(reason(text) == "it is no JSON object with a version")
  }

  @Test func `what a newer version has written is not read`() throws {
    let newer = try text(full()).replacing(#""version":1}"#, with: #""version":2}"#)
    #expect(reason(newer) == "it has version 2, and this app reads 1")
    #expect(reason(#"{"version":0}"#) == "it has version 0, and this app reads 1")
  }

  @Test func `what is cut off, anywhere, is not read`() throws {
    let text = try text(full())
    for length in stride(from: 0, to: text.count, by: 7) {
      #expect(reason(String(text.prefix(length))) != nil)
    }
  }

  @Test(
    arguments: [
      (#""sandbox""#, #""moon""#), (#""provisional""#, #""perhaps""#), ("0001ff", "0001f"),
      (#""isLeaving":true"#, #""isLeaving":1"#), (#"["news"]"#, #""news""#),
    ]
  )
  func `what lacks something or has something of another type is not read`(
    part: String,
    other: String
  ) throws {
    let text = try text(full())
    #expect(text.contains(part))
    let reason = reason(text.replacing(part, with: other))
    #expect(reason == "it lacks something, or has something of another type")
  }

  @Test func `what would trap later is not read`() throws {
    let ledger = full()
    let text = try text(ledger)
    let revision = #""revision":\#(ledger.revision)"#
    #expect(text.contains(revision))
    for other in [Int.max, 1 << 53, -1, 0] {
      let changed = text.replacing(revision, with: #""revision":\#(other)"#)
      let isKept = other == 0
      #expect((reason(changed) == nil) == isKept, "\(other)")
    }
    let alone = text.replacing(revision + #","tags""#, with: #""revision":0,"tags""#)
    #expect(reason(alone) == "it contradicts itself")
    for other in ["", "x", String(repeating: "g", count: 32)] {
      let changed = text.replacing(ledger.installation, with: other)
      #expect(reason(changed) == "it contradicts itself")
    }
  }

  @Test func `who this is and what was said is saved from what is not read`() throws {
    var generator: any RandomNumberGenerator = FixedGenerator.least
    func salvaged(_ text: String) -> RegistrationLedger? {
      RegistrationLedger.salvaged(
        from: Data(text.utf8),
        environment: .sandbox,
        generator: &generator
      )
    }
    let ledger = full()
    let later = try text(ledger).replacing(#""version":1}"#, with: #""version":2}"#)
    let saved = try #require(salvaged(later))
    #expect(saved.installation == ledger.installation)
    #expect(saved.entries == ledger.entries)
    #expect(saved.revision == ledger.entries.map(\.revision).max())
    #expect(saved.tags.isEmpty)
    let without = try #require(salvaged(later.replacing(#""isLeaving":true"#, with: "\"x\":1")))
    #expect(without.entries.isEmpty)
    #expect(salvaged(later.replacing(ledger.installation, with: "0f")) == nil)
    #expect(salvaged(later.replacing("entries", with: "devices")) == nil)
    #expect(salvaged("garbage") == nil)
  }

  @Test func `what an earlier state has written without times and former tokens is read`() throws {
    var driver = RegistrationDriver.registered()
    driver.tell(.token(.second))
    driver.fail()
    driver.signIn("bob")
    driver.fail()
    let ledger = try #require(driver.stored)
    #expect(ledger.entries.first?.failed != nil)
    #expect(ledger.entries.first?.formerToken == .first)
    let text = try text(ledger)
    #expect(try RegistrationLedger(Data(text.utf8)) == ledger)
    let earlier = text.replacing(#/"(failed|formerToken)":[^,]*,/#, with: "")
    let read = try RegistrationLedger(Data(earlier.utf8))
    #expect(read.entries.map(\.account) == ["ann"])
    #expect(read.entries.first?.formerToken == nil)
    #expect(read.entries.first?.failed == nil)
  }

  @Test func `what has an account twice is not read`() throws {
    let ledger = try #require(RegistrationDriver.registered().stored)
    let text = try text(ledger)
    let start = try #require(text.range(of: #"[{"account""#)).lowerBound
    let end = try #require(text.range(of: "}],")).upperBound
    let entry = text[start..<end].dropFirst().dropLast(2)
    let twice = text.replacing(String(entry), with: "\(entry),\(entry)")
    #expect(reason(twice) == "it contradicts itself")
  }

  @Test func `no bytes trap`() throws {
    var generator = SeededGenerator(printedAs: "bytes of a ledger")
    var drawing: any RandomNumberGenerator = FixedGenerator.most
    let data = try full().data()
    for _ in 0..<Exhaustive.choose(500, thorough: 2_000) {
      var bytes = data
      for _ in 0...generator.below(3) {
        bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
      }
      let salvaged = RegistrationLedger.salvaged(
        from: bytes,
        environment: .sandbox,
        generator: &drawing
      )
      guard let ledger = (try? RegistrationLedger(bytes)) ?? salvaged else { continue }
      var driver = RegistrationDriver()
      driver.stored = ledger
      driver.attach("ann")
      driver.tell(.token(.second))
      driver.succeed()
      driver.wait(.seconds(1))
    }
  }
}

extension RegistrationLedger {
  /// A ledger of an installation in which nothing is.
  static var testing: Self {
    var generator: any RandomNumberGenerator = FixedGenerator.most
    return Self(environment: .sandbox, generator: &generator)
  }
}
