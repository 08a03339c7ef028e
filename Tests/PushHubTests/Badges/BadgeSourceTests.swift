import Observation
import PushHub
import Testing

@testable import PushHubObservers

/// What a source tells those who follow it.
@MainActor
struct BadgeSourceTests {
  @Observable
  final class Drafts: BadgeSource {
    var count = 0
    @ObservationIgnored private(set) var readCount = 0

    var reading: BadgeReading {
      readCount += 1
      return BadgeReading(Badge(count > 0 ? .dot : .none))
    }
  }

  private let tree = BadgeTree(scheduler: ManualScheduler())

  private func put(_ count: Int, at path: BadgePath) {
    tree.set(BadgeContent(count: count), at: path, because: "test")
  }

  @Test func `who follows is told what is now, and then each change`() async {
    put(1, at: "chat")
    var readings = tree["chat"].readings.makeAsyncIterator()
    #expect(await readings.next()?.badge.number == 1)
    put(2, at: "chat/work")
    #expect(await readings.next()?.badge.number == 3)
  }

  @Test func `a slow follower gets the latest`() async {
    var readings = tree["chat"].readings.makeAsyncIterator()
    #expect(await readings.next()?.badge.number == 0)
    put(1, at: "chat")
    put(2, at: "chat")
    #expect(await readings.next()?.badge.number == 2)
  }

  @Test func `what ends where it began is not told`() async {
    var readings = tree["chat"].readings.makeAsyncIterator()
    _ = await readings.next()
    put(0, at: "chat")
    await Task { @MainActor in }.value
    _ = await readings.next()
    put(1, at: "chat")
    put(0, at: "chat")
    await Task { @MainActor in }.value
    put(5, at: "chat")
    #expect(await readings.next()?.badge.number == 5)
  }

  @Test func `the stream ends with its source, and keeps none`() async {
    var tree: BadgeTree? = BadgeTree(scheduler: ManualScheduler())
    let node = WeakBox(tree?["chat"])
    var readings = node.object?.readings.makeAsyncIterator()
    #expect(await readings?.next()?.isKnown == false)
    tree = nil
    #expect(!node.isAlive)
    #expect(await readings?.next() == nil)
  }

  @Test func `a feature of the app's own is a source, read once a change`() async {
    let drafts = Drafts()
    var readings = drafts.readings.makeAsyncIterator()
    #expect(await readings.next()?.badge.isShown == false)
    drafts.count = 1
    drafts.count = 2
    #expect(await readings.next()?.badge == Badge(.dot))
    #expect(drafts.readCount == 2)
  }

  @Test func `a source that nobody listens to any more is read once more at most`() async {
    let drafts = Drafts()
    for number in 1...100 {
      let listening = Task {
        for await _ in drafts.readings {}
      }
      #expect(await eventually { drafts.readCount >= number })
      listening.cancel()
      await listening.value
    }
    let count = drafts.readCount
    for number in 1...3 {
      drafts.count = number
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(drafts.readCount <= count + 1)
  }

  @Test func `followers that came and went don't make a change slow`() async {
    let drafts = Drafts()
    var last = drafts.readings.makeAsyncIterator()
    _ = await last.next()
    for _ in 0..<Exhaustive.choose(8_000, thorough: 40_000) {
      _ = drafts.readings
    }
    let before = drafts.readCount
    drafts.count = 1
    #expect(await last.next()?.badge == Badge(.dot))
    #expect(drafts.readCount == before + 1)
  }

  @Test func `who comes while a change is on its way is told what is now, as all others are`() async
  {
    let drafts = Drafts()
    var first = drafts.readings.makeAsyncIterator()
    _ = await first.next()
    drafts.count = 1
    var second = drafts.readings.makeAsyncIterator()
    #expect(await second.next()?.badge == Badge(.dot))
    #expect(await first.next()?.badge == Badge(.dot))
  }

  @Test func `a dot says whose it is, and whether anything is known`() async {
    let app = BadgeDotApp()
    #expect(app.badge?.reading == BadgeReading(.none, isKnown: false))
    await app.start()
    #expect(app.badge?.reading == BadgeReading(.none, account: "ann"))
    await app.report(4)
    #expect(app.badge?.reading == BadgeReading(Badge(.dot), account: "ann"))
  }

  @Test func `an unread count has room for two digits`() async {
    let app = UnreadSyncApp()
    #expect(app.sync?.reading == BadgeReading(.none, isKnown: false))
    await app.startAtHome()
    #expect(app.sync?.reading.isKnown == true)
    #expect(app.sync?.reading.badge == Badge(.number(3, isCapped: false)))
  }
}
