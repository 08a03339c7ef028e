import Foundation
import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

/// The real store, in suites of defaults of their own.
@MainActor
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
    defaults.string(forKey: "PushHub.readMark.list/" + account)
  }

  @Test func `a mark is there in the next run`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    store(defaults).raise(.upTo(.numbered(3)), for: .list("ann"))
    #expect(try store(defaults).mark(for: .list("ann")) == .upTo(.numbered(3)))
    #expect(entry(defaults) == #"{"id":"n3","order":3}"#)
  }

  @Test func `a first run has no mark`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    #expect(try store(defaults).mark(for: .list("ann")) == nil)
  }

  @Test func `a mark of nothing read is no first run`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    store(defaults).raise(.nothing, for: .list("ann"))
    #expect(try store(defaults).mark(for: .list("ann")) == .nothing)
  }

  @Test func `another account's mark is never read`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(3)), for: .list("ann"))
    for account in ["", "an", "anna", "Ann", "ann ", "bob"] {
      #expect(try store.mark(for: .list(AccountID(rawValue: account))) == nil)
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
      store.raise(.upTo(cursor), for: .list(account))
      store.flush()
      #expect(try self.store(defaults).mark(for: .list(account)) == .upTo(cursor))
    }
  }

  @Test func `nothing is written when nothing changed`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(3)), for: .list("ann"))
    scheduler.advance(by: .seconds(10))
    for mark in [ReadMark.upTo(.numbered(3)), .upTo(.numbered(1)), .nothing] {
      store.raise(mark, for: .list("ann"))
      scheduler.advance(by: .seconds(10))
      store.flush()
    }
    #expect(store.writeCount == 1)
    let next = self.store(defaults)
    next.raise(.upTo(.numbered(2)), for: .list("ann"))
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
      store.raise(.upTo(.numbered(order)), for: .list("ann"))
      scheduler.advance(by: .microseconds(999))
    }
    scheduler.advance(by: .seconds(1))
    #expect(store.writeCount == 2)
    #expect(entry(defaults) == #"{"id":"n1000","order":1000}"#)
    #expect(scheduler.pendingCount == 0)
  }

  @Test(arguments: [Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(Int64.max)])
  func `an interval of any length is none, or a day at most`(interval: Duration) throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    scheduler.advance(by: .seconds(1_000))
    let store = UserDefaultsReadMarkStore(
      defaults: suite.defaults,
      scheduler: scheduler,
      interval: interval
    )
    store.raise(.nothing, for: .list("ann"))
    store.raise(.upTo(.numbered(3)), for: .list("ann"))
    scheduler.advance(by: .seconds(86_400))
    #expect(entry(suite.defaults) == #"{"id":"n3","order":3}"#)
  }

  @Test func `flushing writes now`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let store = store(defaults)
    store.raise(.upTo(.numbered(1)), for: .list("ann"))
    store.raise(.upTo(.numbered(2)), for: .list("ann"))
    #expect(try self.store(defaults).mark(for: .list("ann")) == .upTo(.numbered(1)))
    #expect(try store.mark(for: .list("ann")) == .upTo(.numbered(2)))
    store.flush()
    #expect(try self.store(defaults).mark(for: .list("ann")) == .upTo(.numbered(2)))
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `what another process stored is merged by maximum`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    let app = store(defaults)
    let appExtension = store(defaults)
    app.raise(.upTo(.numbered(1)), for: .list("ann"))
    appExtension.raise(.upTo(.numbered(5)), for: .list("ann"))
    scheduler.advance(by: .seconds(2))
    app.raise(.upTo(.numbered(3)), for: .list("ann"))
    app.flush()
    #expect(try app.mark(for: .list("ann")) == .upTo(.numbered(5)))
    #expect(app.writeCount == 1)
  }

  @Test(arguments: ["", "x", "[]", "{\"id\":\"n1\"}", "{\"order\":1}", "{\"id\":1,\"order\":1}"])
  func `a corrupt entry is an issue, and the next mark replaces it`(text: String) throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    defaults.set(text, forKey: "PushHub.readMark.list/ann")
    let store = store(defaults)
    let issue = #expect(throws: ReadMarkIssue.self) { try store.mark(for: .list("ann")) }
    #expect(issue?.key == "PushHub.readMark.list/ann")
    #expect(issue?.description.contains("starts anew") == true)
    store.raise(.upTo(.numbered(3)), for: .list("ann"))
    #expect(try self.store(defaults).mark(for: .list("ann")) == .upTo(.numbered(3)))
  }

  @Test func `an entry of another kind is an issue`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let defaults = suite.defaults
    defaults.set([1, 2], forKey: "PushHub.readMark.list/ann")
    #expect(throws: ReadMarkIssue.self) { try store(defaults).mark(for: .list("ann")) }
  }

  @Test func `an entry from the time of one dot is a first run and an issue, until a mark is kept`()
    throws
  {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    suite.defaults.set(#"{"id":"n9","order":9}"#, forKey: "PushHub.readMark.ann")
    let store = store(suite.defaults)
    let issue = #expect(throws: ReadMarkIssue.self) { try store.mark(for: .list("ann")) }
    #expect(issue?.key == "PushHub.readMark.ann")
    #expect(try store.mark(for: .list("bob")) == nil)
    store.raise(.numbered(3), for: .list("ann"))
    #expect(try self.store(suite.defaults).mark(for: .list("ann")) == .numbered(3))
  }

  @Test func `no dot reads another's mark, whatever their names`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let store = store(suite.defaults)
    let keys = [("a", "b"), ("a/b", "c"), ("a", "b/c"), ("a%2Fb", "c"), ("", "a/b"), ("", "")].map {
      ReadMarkKey(dot: $0.0, account: AccountID(rawValue: $0.1))
    }
    for (order, key) in keys.enumerated() {
      store.raise(.numbered(order + 1), for: key)
      store.flush()
    }
    for (order, key) in keys.enumerated() {
      #expect(try self.store(suite.defaults).mark(for: key) == .numbered(order + 1))
    }
  }

  @Test func `a mark is replaced by a lesser one at once, and taken out`() throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let store = store(suite.defaults)
    store.raise(.numbered(3), for: .list("ann"))
    store.raise(.numbered(9), for: .list("ann"))
    store.replace(.numbered(1), for: .list("ann"))
    scheduler.advance(by: .seconds(2))
    #expect(try store.mark(for: .list("ann")) == .numbered(1))
    #expect(try self.store(suite.defaults).mark(for: .list("ann")) == .numbered(1))
    store.replace(nil, for: .list("ann"))
    #expect(try store.mark(for: .list("ann")) == nil)
    #expect(entry(suite.defaults) == nil)
  }
}
