import PushHub
import SampleObservers

/// What observers may rely on, tried out with each contender.
@MainActor
struct Semantics {
  private typealias Trial = @MainActor (any Contender) async -> Bool

  let event: PushEvent

  private let contenders: [any Contender.Type] =
    [PushHubList.self, WeakBoxLoop.self] + Contenders.peers

  func run(into verdicts: Verdicts) async {
    let trials: [(String, Trial)] = [
      ("registration order is kept", keepsOrder),
      ("one removed during a delivery is not called", skipsRemoved),
      ("one added during a delivery starts with the next event", startsWithNext),
      ("an event from inside an event is received after it by all", keepsEventsInOrder),
      ("one that dies is released at once", releasesAtOnce),
      ("added twice is called once", callsOnce),
    ]
    var table = Table("What observers may rely on", columns: [""] + contenders.map { $0.name })
    for (promise, trial) in trials {
      var row = [promise]
      for contender in contenders {
        let isKept = await trial(contender.init())
        row.append(isKept ? "yes" : "no")
        if contender == PushHubList.self {
          verdicts.expect(isKept, promise, found: row[1], .counted)
        }
      }
      table.add(row)
    }
    table.print()
  }
}

extension Semantics {
  private func keepsOrder(_ contender: any Contender) async -> Bool {
    let journal = Journal()
    let observers = (0..<50).map { number in SampleObserver { _ in journal.note(number) } }
    observers.forEach(contender.add)
    await contender.emit(event)
    return withExtendedLifetime(observers) { journal.entries == Array(0..<50) }
  }

  private func skipsRemoved(_ contender: any Contender) async -> Bool {
    let bystanders = (0..<2).map { _ in SampleObserver() }
    let remover = SampleObserver { _ in bystanders.forEach(contender.remove) }
    contender.add(bystanders[0])
    contender.add(remover)
    contender.add(bystanders[1])
    await contender.emit(event)
    return remover.received == 1 && bystanders[1].received == 0
  }

  private func startsWithNext(_ contender: any Contender) async -> Bool {
    let late = SampleObserver()
    let adder = SampleObserver { _ in
      if late.received == 0 { contender.add(late) }
    }
    contender.add(adder)
    await contender.emit(event)
    guard late.received == 0 else { return false }
    await contender.emit(event)
    return adder.received == 2 && late.received >= 1
  }

  private func keepsEventsInOrder(_ contender: any Contender) async -> Bool {
    let second = PushEvent.registrationFailed(
      RegistrationFailure(domain: "second", code: 0, message: "")
    )
    let emitter = SampleObserver { heard in
      guard case .received = heard else { return }
      Task.immediate { await contender.emit(second) }
    }
    let journals = (0..<20).map { _ in Journal() }
    let listeners = journals.map { journal in
      SampleObserver { heard in
        if case .received = heard { journal.note(1) } else { journal.note(2) }
      }
    }
    listeners.prefix(10).forEach(contender.add)
    contender.add(emitter)
    listeners.suffix(10).forEach(contender.add)
    await contender.emit(event)
    return withExtendedLifetime((emitter, listeners)) {
      journals.allSatisfy { $0.entries == [1, 2] }
    }
  }

  private func releasesAtOnce(_ contender: any Contender) async -> Bool {
    weak var dead: SampleObserver?
    func attach() {
      let observer = SampleObserver()
      dead = observer
      contender.add(observer)
    }
    attach()
    return dead == nil
  }

  private func callsOnce(_ contender: any Contender) async -> Bool {
    let observer = SampleObserver()
    contender.add(observer)
    contender.add(observer)
    await contender.emit(event)
    return observer.received == 1
  }
}

@MainActor
private final class Journal {
  private(set) var entries: [Int] = []

  func note(_ entry: Int) {
    entries.append(entry)
  }
}
