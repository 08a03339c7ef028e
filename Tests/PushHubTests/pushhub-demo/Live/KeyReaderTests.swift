import PushHub
import Testing

@testable import pushhub_demo

@MainActor
struct KeyReaderTests {
  private let scheduler = ManualScheduler()
  private let reader: KeyReader
  private let late = LateKeys()

  init() {
    reader = KeyReader(scheduler: scheduler)
    reader.onImpatience = { [unowned reader, late] in late.keys += reader.giveUp() }
  }

  @Test func `an escape key alone is told after a moment, and once`() {
    #expect(reader.read([0x1B]) == [])
    scheduler.advance(by: .milliseconds(49))
    #expect(late.keys == [])
    scheduler.advance(by: .milliseconds(10))
    #expect(late.keys == [.escape])
    scheduler.advance(by: .seconds(10))
    #expect(late.keys == [.escape])
    #expect(scheduler.nextDeadline == nil)
  }

  @Test func `a sequence that is torn within the moment is one key`() {
    #expect(reader.read([0x1B]) == [])
    scheduler.advance(by: .milliseconds(40))
    #expect(reader.read(Array("[".utf8)) == [])
    scheduler.advance(by: .milliseconds(400))
    #expect(reader.read(Array("A".utf8)) == [.up])
    scheduler.advance(by: .seconds(10))
    #expect(late.keys == [])
  }

  @Test func `nothing is waited for when nothing was begun`() {
    #expect(reader.read(Array("q\u{1B}[A".utf8)) == [.character("q"), .up])
    #expect(scheduler.nextDeadline == nil)
  }

  @Test func `who comes late to give up what went on since gives up nothing`() {
    reader.onImpatience = nil
    _ = reader.read([0x1B])
    scheduler.advance(by: .seconds(1))
    #expect(reader.read(Array("[".utf8)) == [])
    #expect(reader.giveUp() == [])
    #expect(reader.read(Array("B".utf8)) == [.down])
  }

  @Test func `a paste whose end does not come is told to be late until it has come`() {
    #expect(reader.read(Array("\u{1B}[200~q".utf8)) == [])
    #expect(!reader.isPasteLate)
    scheduler.advance(by: .seconds(2))
    #expect(reader.isPasteLate)
    #expect(reader.read(Array("q".utf8)) == [])
    #expect(reader.isPasteLate)
    #expect(reader.read(Array("\u{1B}[201~".utf8)) == [.paste("qq")])
    #expect(!reader.isPasteLate)
    #expect(late.keys == [])
  }

  @Test func `Control-C ends a paste without an end a second after it was pressed`() {
    _ = reader.read(Array("\u{1B}[200~q".utf8))
    scheduler.advance(by: .seconds(5))
    #expect(reader.read([3]) == [])
    scheduler.advance(by: .milliseconds(900))
    #expect(reader.read([3]) == [])
    scheduler.advance(by: .milliseconds(900))
    #expect(late.keys == [])
    scheduler.advance(by: .milliseconds(200))
    #expect(late.keys == [.paste("q"), .control("C")])
    #expect(!reader.isPasteLate)
  }

  @Test func `what was begun is forgotten when the terminal was away`() {
    _ = reader.read(Array("\u{1B}[200~q".utf8))
    reader.reset()
    #expect(reader.read(Array("q".utf8)) == [.character("q")])
    #expect(scheduler.nextDeadline == nil)
  }
}

@MainActor
private final class LateKeys {
  var keys: [KeyEvent] = []
}
