import CAllocations
import PushHub
import SampleObservers

/// What a registration occupies, and what an event allocates.
@MainActor
struct Memory {
  let event: PushEvent

  func run(into verdicts: Verdicts) async {
    guard allocations_are_counted() else {
      print("\nAllocations are counted with glibc only.")
      return
    }
    let contenders: [any Contender.Type] =
      [PushHubList.self, WeakBoxLoop.self] + Contenders.peers
    var table = Table(
      "Memory",
      columns: ["", "bytes for one of 10,000 registrations", "allocations for one event to 1,000"]
    )
    for contender in contenders {
      let bytes = bytesPerRegistration(contender)
      let allocations = await allocationsPerEvent(contender)
      table.add([contender.name, bytes.text(0), allocations.text(2)])
      if contender == PushHubList.self {
        verdicts.expect(
          bytes <= 200,
          "a registration occupies at most 200 bytes",
          found: bytes.text(0),
          .counted
        )
        verdicts.expect(
          allocations == 0,
          "an event to live observers allocates nothing",
          found: allocations.text(2),
          .counted
        )
      }
    }
    table.print()
  }

  private func bytesPerRegistration(_ type: any Contender.Type) -> Double {
    let count = 10_000
    let observers = (0..<count).map { _ in SampleObserver() }
    let before = allocations_live_bytes()
    let contender = type.init()
    observers.forEach(contender.add)
    let after = allocations_live_bytes()
    withExtendedLifetime((contender, observers)) {}
    return Double(after - before) / Double(count)
  }

  private func allocationsPerEvent(_ type: any Contender.Type) async -> Double {
    let events = 100
    let contender = type.init()
    let observers = (0..<1_000).map { _ in SampleObserver() }
    observers.forEach(contender.add)
    await contender.emit(event, times: 2)
    let before = allocations_count()
    await contender.emit(event, times: events)
    let after = allocations_count()
    withExtendedLifetime(observers) {}
    return Double(after - before) / Double(events)
  }
}
