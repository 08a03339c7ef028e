import Foundation
import PushHub
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Marks in the user's defaults, each test in a suite of its own.
@MainActor
struct ReadMarkStoreTests {
  /// A suite with a name of its own.
  private struct DefaultsSuite {
    let name = "pushhub-tests-\(UUID().uuidString)"
    let defaults: UserDefaults

    init() throws {
      defaults = try #require(UserDefaults(suiteName: name))
    }

    @MainActor var store: ReadMarkStore { ReadMarkStore(key: "read", in: defaults) }

    func clear() {
      defaults.removePersistentDomain(forName: name)
    }
  }

  @Test func `marks are there in the next run, by account and digit for digit`() async throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let app = BadgeDotApp(store: suite.store)
    await app.start()
    app.lifecycle.setAccount("bob")
    let order = 9_007_199_254_740_993
    app.badge.markRead(upTo: .numbered(order))
    #expect(try suite.store.load() == ["ann": .numbered(3), "bob": .numbered(order)])
    let next = BadgeDotApp(store: suite.store)
    next.attach()
    next.lifecycle.setAccount("bob")
    #expect(next.badge.readMark == .numbered(order))
  }

  @Test func `what another process has stored is merged by maximum`() async throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let app = BadgeDotApp(store: suite.store)
    await app.start()
    try suite.store.save(["ann": .numbered(6), "bob": .nothing])
    app.badge.markRead(upTo: .numbered(5))
    #expect(try suite.store.load() == ["ann": .numbered(6), "bob": .nothing])
    app.badge.markRead(upTo: .numbered(7))
    #expect(try suite.store.load() == ["ann": .numbered(7), "bob": .nothing])
  }

  @Test(arguments: ["text", "{}", #"{"ann":[{"id":"n1"}]}"#])
  func `an unreadable entry is a first run, and the next mark replaces it`(
    text: String
  ) async throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    suite.defaults.set(text, forKey: "read")
    if text.hasPrefix(#"{""#) {
      suite.defaults.set(Data(text.utf8), forKey: "read")
    }
    let app = BadgeDotApp(store: suite.store)
    app.lifecycle.setPhase(.active)
    app.attach()
    app.lifecycle.setAccount("ann")
    #expect(app.log.contains { if case .storeFailed = $0 { true } else { false } })
    await app.settle()
    await app.report(1, 2)
    #expect(!app.state.isShown)
    #expect(try suite.store.load() == ["ann": .numbered(2)])
  }

  @Test func `an empty store before the first unlock is no first run`() async throws {
    let suite = try DefaultsSuite()
    defer { suite.clear() }
    let app = BadgeDotApp(store: suite.store)
    app.attach()
    app.lifecycle.setAccount("ann")
    await app.settle()
    await app.report(1, 2, 3)
    app.badge.markRead(upTo: .numbered(1))
    #expect(!app.state.isKnown)
    #expect(try suite.store.load() == nil)
    let marks = ["ann": ReadMark.numbered(2), "bob": .numbered(7)]
    try suite.store.save(marks)
    app.lifecycle.setPhase(.active)
    await app.settle()
    await app.report(1, 2, 3)
    #expect(app.state == BadgeDotState(isShown: true, isKnown: true))
    #expect(try suite.store.load() == marks)
  }
}
