import Foundation
import PushHub
import Testing

@testable import PushHubObservers

/// The real store, in suites of defaults of their own.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct UserDefaultsReadMarkStoreTests {
  let scheduler = ManualScheduler()

  /// A suite with a name of its own.
  private struct DefaultsSuite {
    let name = "pushhub-tests-\(UUID().uuidString)"
    let defaults: UserDefaults

    init() throws {
      defaults = try #require(UserDefaults(suiteName: name))
    }

    func clear() {
      defaults.removePersistentDomain(forName: name)
    }
  }

  private func store(_ defaults: UserDefaults) -> UserDefaultsReadMarkStore {
    UserDefaultsReadMarkStore(defaults: defaults, scheduler: scheduler)
  }

  private func entry(_ defaults: UserDefaults, _ account: String = "ann") -> String? {
    defaults.string(forKey: "PushHub.readMark." + account)
  }

  @Test func `a mark is there in the next run`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    store(defaults).raise(.upTo(.numbered(3)), for: "ann")
    #expect(try store(defaults).mark(for: "ann") == .upTo(.numbered(3)))
    #expect(entry(defaults) == #"{"id":"n3","order":3}"#)
  }

  @Test func `a first run has no mark`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    #expect(try store(defaults).mark(for: "ann") == nil)
  }

  @Test func `a mark of nothing read is no first run`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    store(defaults).raise(.nothing, for: "ann")
    #expect(try store(defaults).mark(for: "ann") == .nothing)
  }

  @Test func `another account's mark is never read`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(3)), for: "ann")
    for account in ["", "an", "anna", "Ann", "ann ", "bob"] {
      #expect(try store.mark(for: AccountID(rawValue: account)) == nil)
    }
  }

  @Test func `orders of any size and odd ids survive`() throws {
    let cursors = try ["9007199254740993", "1e999", "-0.5"].map {
      NotificationCursor(order: try #require(JSONNumber(text: $0)), id: "\"\u{0}😀\\\n")
    }
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    for (index, cursor) in cursors.enumerated() {
      let account = AccountID(rawValue: "a\(index)")
      let store = store(defaults)
      store.raise(.upTo(cursor), for: account)
      store.flush()
      #expect(try self.store(defaults).mark(for: account) == .upTo(cursor))
    }
  }

  @Test func `nothing is written when nothing changed`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(3)), for: "ann")
    scheduler.advance(by: .seconds(10))
    for mark in [ReadMark.upTo(.numbered(3)), .upTo(.numbered(1)), .nothing] {
      store.raise(mark, for: "ann")
      scheduler.advance(by: .seconds(10))
      store.flush()
    }
    #expect(store.writeCount == 1)
    let next = self.store(defaults)
    next.raise(.upTo(.numbered(2)), for: "ann")
    next.flush()
    #expect(next.writeCount == 0)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a burst of a thousand marks within a second ends in at most two writes`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    for order in 1...1_000 {
      store.raise(.upTo(.numbered(order)), for: "ann")
      scheduler.advance(by: .microseconds(999))
    }
    scheduler.advance(by: .seconds(1))
    #expect(store.writeCount == 2)
    #expect(entry(defaults) == #"{"id":"n1000","order":1000}"#)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `flushing writes now`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(1)), for: "ann")
    store.raise(.upTo(.numbered(2)), for: "ann")
    #expect(try self.store(defaults).mark(for: "ann") == .upTo(.numbered(1)))
    #expect(try store.mark(for: "ann") == .upTo(.numbered(2)))
    store.flush()
    #expect(try self.store(defaults).mark(for: "ann") == .upTo(.numbered(2)))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `what another process stored is merged by maximum`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let app = store(defaults)
    let appExtension = store(defaults)
    app.raise(.upTo(.numbered(1)), for: "ann")
    appExtension.raise(.upTo(.numbered(5)), for: "ann")
    scheduler.advance(by: .seconds(2))
    app.raise(.upTo(.numbered(3)), for: "ann")
    app.flush()
    #expect(try app.mark(for: "ann") == .upTo(.numbered(5)))
    #expect(app.writeCount == 1)
  }

  @Test(arguments: ["", "x", "[]", "{\"id\":\"n1\"}", "{\"order\":1}", "{\"id\":1,\"order\":1}"])
  func `a corrupt entry is an issue, and the next mark replaces it`(text: String) throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    defaults.set(text, forKey: "PushHub.readMark.ann")
    let store = store(defaults)
    let issue = #expect(throws: ReadMarkIssue.self) { try store.mark(for: "ann") }
    #expect(issue?.key == "PushHub.readMark.ann")
    #expect(issue?.description.contains("starts anew") == true)
    store.raise(.upTo(.numbered(3)), for: "ann")
    #expect(try self.store(defaults).mark(for: "ann") == .upTo(.numbered(3)))
  }

  @Test func `an entry of another kind is an issue`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    defaults.set([1, 2], forKey: "PushHub.readMark.ann")
    #expect(throws: ReadMarkIssue.self) { try store(defaults).mark(for: "ann") }
  }
}
