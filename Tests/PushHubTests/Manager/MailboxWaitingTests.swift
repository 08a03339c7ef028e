import Foundation
import PushHubReplay
import Testing

@testable import PushHub

/// Which events wait in a mailbox and when the next goes, against a model that looks through all.
struct MailboxWaitingTests {
  @Test func `what waits is known after every sequence`() throws {
    let count = try EverySequence(
      of: MailboxWorld.Operation.all,
      upTo: Exhaustive.choose(5, thorough: 6),
      after: [.keep, .miss(0)]
    ).check(MailboxWorld())
    #expect(count == Exhaustive.choose(14_080, thorough: 115_281))
  }
}

/// A mailbox for two events, each of which lives for 10 s, with streams and somebody who attaches.
private struct MailboxWorld: CheckedWorld {
  /// What happens to the latest event, which is number 0, or to the one before.
  enum Operation: Hashable {
    case keep
    case miss(Int)
    case buffer(Int)
    case read(Int)
    case takeBack(Int)

    /// Somebody attaches, and is about to get all there is.
    case attach
    case handOver
    case handOverToStream

    /// Who attaches leaves before the rest is handed over.
    case leave
    case wait
    case changeAccount

    static let all: [Self] =
      [.keep, .attach, .handOver, .handOverToStream, .leave, .wait, .changeAccount]
      + [0, 1].flatMap { [.miss($0), .buffer($0), .read($0), .takeBack($0)] }
  }

  private struct Entry {
    let number: Mailbox.Number
    let time: Int
    var account: Int
    var isMissed = false
    var bufferCount = 0
    var isReserved = false

    var isUncollected: Bool { isMissed && bufferCount == 0 }

    var waits: Bool { isUncollected && !isReserved }
  }

  private static let beginning = ContinuousClock.now

  private var mailbox = Mailbox(capacity: 2, maximumAge: .seconds(10))
  private var mail: [(item: Mailbox.Item, wasMissed: Bool)] = []
  private var entries: [Entry] = []
  private var time = 0
  private var newest: Mailbox.Number = 0

  /// Nobody is signed in before 1.
  private var account = 0

  /// What the mailbox said of an operation that the model says otherwise.
  private var surprise: String?

  private func id(_ account: Int) -> AccountID? { account == 0 ? nil : "\(account)" }

  private func entry(_ position: Int) -> Entry? {
    entries.dropLast(position).last
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .keep, .wait, .changeAccount: true
    case .miss(let position): entry(position)?.isMissed == false
    case .buffer(let position): entry(position) != nil
    case .read(let position), .takeBack(let position): entry(position)?.bufferCount ?? 0 > 0
    case .attach: mail.isEmpty && !entries.isEmpty
    case .handOver, .handOverToStream, .leave: !mail.isEmpty
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .keep: keep()
    case .miss(let position):
      let entry = change(position) { $0.isMissed = true }
      compare(mailbox.setUnheard(entry.number), entry.waits)
    case .buffer(let position):
      let entry = change(position) { $0.bufferCount += 1 }
      mailbox.noteBuffering(of: entry.number, asMail: nil)
    case .read(let position):
      let entry = change(position) {
        $0.bufferCount -= 1
        $0.isMissed = false
      }
      mailbox.noteReading(of: entry.number)
    case .takeBack(let position):
      let entry = change(position) { $0.bufferCount -= 1 }
      compare(mailbox.takeBack(entry.number) == .waiting, entry.waits)
    case .attach: attach()
    case .handOver, .handOverToStream: handOver(toStream: operation == .handOverToStream)
    case .leave:
      for (item, _) in mail { change(item.number) { $0.isReserved = false } }
      mailbox.putBack(mail.map(\.item))
      mail = []
    case .wait: wait()
    case .changeAccount: changeAccount()
    }
  }

  var mistake: String? {
    if let surprise { return surprise }
    let waiting = entries.filter(\.waits)
    if mailbox.waitingItemCount != waiting.count {
      return "It counts \(mailbox.waitingItemCount) that wait, not \(waiting.count)."
    }
    let expiry = waiting.first.map { Self.beginning + .seconds($0.time + 10) }
    return mailbox.nextExpiry == expiry ? nil : "The next goes at another time."
  }
}

extension MailboxWorld {
  private mutating func compare<Value: Equatable>(_ said: Value, _ expected: Value) {
    if said != expected { surprise = "It says \(said), not \(expected)." }
  }

  private mutating func change(_ position: Int, _ change: (inout Entry) -> Void) -> Entry {
    let index = entries.count - 1 - position
    change(&entries[index])
    return entries[index]
  }

  private mutating func change(_ number: Mailbox.Number, _ change: (inout Entry) -> Void) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    change(&entries[index])
  }

  private mutating func keep() {
    newest += 1
    var victim: Entry?
    if entries.count == 2 {
      victim = entries.remove(at: entries.firstIndex { !$0.isMissed } ?? 0)
    }
    entries.append(Entry(number: newest, time: time, account: account))
    let push = Push(
      id: "\(newest)",
      messageID: nil,
      payload: PushPayload(userInfo: [:]),
      sender: PlainSender(),
      receivedAt: Date(timeIntervalSince1970: 0),
      channels: PushChannels(.remote)
    )
    let gone = mailbox.keep(
      .received(push),
      number: newest,
      account: id(account),
      at: Self.beginning + .seconds(time)
    )
    compare(gone?.number, victim.flatMap { $0.waits ? $0.number : nil })
  }

  private mutating func attach() {
    let items = mailbox.takeMail(for: Observer(), taking: [.received], before: .max, replay: true)
    compare(items.map(\.number), entries.map(\.number))
    mail = Array(zip(items, entries.map(\.isMissed)))
    for index in entries.indices { entries[index].isReserved = true }
  }

  /// As the manager does it, which hands over only what is still there.
  private mutating func handOver(toStream isStream: Bool) {
    let (item, wasMissed) = mail.removeFirst()
    guard mailbox.contains(item.number) else { return }
    let entry = entries.first { $0.number == item.number }
    compare(mailbox.noteHandOver(of: item, to: Observer()), entry?.isUncollected)
    change(item.number) {
      $0.isReserved = false
      $0.isMissed = false
    }
    guard isStream else { return }
    mailbox.noteBuffering(of: item.number, asMail: item)
    change(item.number) {
      $0.bufferCount += 1
      $0.isMissed = wasMissed
    }
  }

  private mutating func wait() {
    time += 6
    let isOld = { [time] (entry: Entry) in time - entry.time >= 10 && !entry.isReserved }
    let old = entries.filter(isOld)
    entries.removeAll(where: isOld)
    let gone = mailbox.expire(at: Self.beginning + .seconds(time))
    compare(gone.map(\.number), old.filter(\.waits).map(\.number))
  }

  /// The first who signs in gets what came before; with each other all goes that was the former's.
  private mutating func changeAccount() {
    let (former, next) = (account, account + 1)
    account = next
    let gone = former == 0 ? [] : entries.filter { $0.account == former }
    entries.removeAll { former > 0 && $0.account == former }
    for index in entries.indices where entries[index].account == 0 { entries[index].account = next }
    let told = mailbox.change(from: id(former), to: id(next))
    compare(told.map(\.number), gone.filter(\.isUncollected).map(\.number))
  }

  private final class Observer: PushObserver {
    func receive(_ event: PushEvent) {}
  }
}
