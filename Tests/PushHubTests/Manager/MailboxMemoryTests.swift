import Testing

@testable import PushHub

/// What the mailbox remembers of observers that are gone, which is bounded by what can matter.
@MainActor
struct MailboxMemoryTests {
  private let now = ContinuousClock.now

  private func keep(
    _ number: Mailbox.Number,
    of account: AccountID? = nil,
    in mailbox: inout Mailbox
  ) {
    let event = PushEvent.tokenChanged(DeviceToken([1]))
    _ = mailbox.keep(event, number: number, account: account, at: now)
  }

  /// An observer that attaches, gets all there is, and stays alive as long as the test keeps it.
  private func attach(to mailbox: inout Mailbox) -> PushRecorder {
    let observer = PushRecorder()
    let kinds = Set(PushEvent.Kind.allCases)
    for item in mailbox.takeMail(for: observer, taking: kinds, before: .max, replay: true) {
      _ = mailbox.noteHandOver(of: item, to: observer)
    }
    return observer
  }

  @Test func `no more than 32 observers are remembered whose events are gone`() {
    var mailbox = Mailbox(capacity: 1, maximumAge: .seconds(300))
    var observers: [PushRecorder] = []
    var counts: [Int] = []
    for number in 1...100 {
      keep(Mailbox.Number(number), in: &mailbox)
      observers.append(attach(to: &mailbox))
      counts.append(mailbox.formerObserverCount)
    }
    #expect(counts.max() == 32)
    #expect(Array(counts[31...33]) == [32, 1, 2])
  }

  @Test func `all are remembered whose events are kept, and forgotten once these are gone`() {
    var mailbox = Mailbox(capacity: 1, maximumAge: .seconds(300))
    var observers: [PushRecorder] = []
    keep(1, in: &mailbox)
    for _ in 1...60 {
      observers.append(attach(to: &mailbox))
    }
    #expect(mailbox.formerObserverCount == 60)
    keep(2, in: &mailbox)
    var counts: [Int] = []
    for _ in 1...40 {
      observers.append(attach(to: &mailbox))
      counts.append(mailbox.formerObserverCount)
    }
    #expect(counts.max() == 66, "twice the 33 that were left when they were looked through")
    #expect(counts.last == 40)
  }

  @Test func `nobody is remembered once nothing is kept`() {
    var mailbox = Mailbox(capacity: 2, maximumAge: .seconds(300))
    keep(1, in: &mailbox)
    let observer = attach(to: &mailbox)
    keep(2, in: &mailbox)
    #expect(mailbox.formerObserverCount == 1)
    _ = mailbox.expire(at: now + .seconds(300))
    #expect(mailbox.formerObserverCount == 0)
    withExtendedLifetime(observer) {}
  }

  @Test func `what is no push belongs to the device, and stays when its account signs out`() {
    var mailbox = Mailbox(capacity: 1, maximumAge: .seconds(300))
    keep(1, of: "ann", in: &mailbox)
    _ = mailbox.setUnheard(1)
    #expect(mailbox.change(from: "ann", to: "bob").isEmpty)
    #expect(mailbox.nextExpiry == now + .seconds(300))
  }
}
