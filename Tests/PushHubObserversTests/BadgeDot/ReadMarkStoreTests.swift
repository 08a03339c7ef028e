import Foundation
import PushHub
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Marks in the user's defaults, each test in a suite of its own.
final class ReadMarkStoreTests: BadgeDotApp {
  private let name = "pushhub-tests-\(UUID().uuidString)"
  private let defaults: UserDefaults
  private let marks: ReadMarkStore

  init() throws {
    defaults = try #require(UserDefaults(suiteName: name))
    marks = ReadMarkStore(key: "read", in: defaults)
    super.init(store: marks)
  }

  deinit { UserDefaults.standard.removePersistentDomain(forName: name) }

  @Test func `marks are there in the next run, by account and digit for digit`() async throws {
    await start()
    lifecycle.setAccount("bob")
    let order = 9_007_199_254_740_993
    badge.markRead(upTo: .numbered(order))
    #expect(try marks.load() == ["ann": .numbered(3), "bob": .numbered(order)])
    let next = BadgeDotApp(store: marks)
    next.attach()
    next.lifecycle.setAccount("bob")
    #expect(next.badge.readMark == .numbered(order))
  }

  @Test func `what another process has stored is merged by maximum`() async throws {
    await start()
    try marks.save(["ann": .numbered(6), "bob": .nothing])
    badge.markRead(upTo: .numbered(5))
    #expect(try marks.load() == ["ann": .numbered(6), "bob": .nothing])
    badge.markRead(upTo: .numbered(7))
    #expect(try marks.load() == ["ann": .numbered(7), "bob": .nothing])
  }

  @Test(arguments: ["text", "{}", #"{"ann":[{"id":"n1"}]}"#])
  func `an unreadable entry is a first run, and the next mark replaces it`(
    text: String
  ) async throws {
    defaults.set(text, forKey: "read")
    if text.hasPrefix(#"{""#) {
      defaults.set(Data(text.utf8), forKey: "read")
    }
    lifecycle.setPhase(.active)
    attach()
    lifecycle.setAccount("ann")
    #expect(log.contains { $0.name == "storeFailed" })
    await settle()
    await report(1, 2)
    #expect(!state.isShown)
    #expect(try marks.load() == ["ann": .numbered(2)])
  }

  @Test func `an empty store before the first unlock is no first run`() async throws {
    attach()
    lifecycle.setAccount("ann")
    await settle()
    await report(1, 2, 3)
    badge.markRead(upTo: .numbered(1))
    #expect(!state.isKnown)
    #expect(try marks.load() == nil)
    let others = ["ann": ReadMark.numbered(2), "bob": .numbered(7)]
    try marks.save(others)
    lifecycle.setPhase(.active)
    await settle()
    await report(1, 2, 3)
    #expect(state == BadgeDotState(isShown: true, isKnown: true))
    #expect(try marks.load() == others)
  }
}
