import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What a checkup reads of the pushes that arrived.
struct PushArrivalsTests: AppFixture {
  let app = SimulatedApp()

  private func receive(_ aps: String, _ id: String, via channel: PushCallbackKind = .remote) {
    let json = #"{"aps":{\#(aps)},"gcm.message_id":"\#(id)"}"#
    manager.receive(payload(json), via: channel)
  }

  @Test func `a push is silent if it shows no alert, and is counted once`() {
    receive(#""content-available":1"#, "m1")
    receive(#""content-available":1"#, "m1", via: .present)
    receive(#""content-available":1,"alert":"Hi""#, "m2")
    receive(#""alert":"Hi""#, "m3")
    #expect(manager.arrivals.silentCount == 1)
  }

  @Test func `no more than a hundred categories are kept`() {
    for number in 1...120 { receive(#""category":"C\#(number)""#, "m\(number)") }
    #expect(manager.arrivals.categories.count == 100)
    #expect(manager.arrivals.categories.contains("C1"))
  }

  @Test(
    arguments: [
      (#""interruption-level":"critical""#, [.critical]),
      (#""sound":{"critical":1,"name":"a"}"#, [.critical]),
      (#""interruption-level":"time-sensitive""#, [.timeSensitive]),
      (#""interruption-level":"active","sound":"a""#, []),
    ] as [(String, Set<APS.InterruptionLevel>)]
  )
  func `what needs an entitlement is noted, however it is said`(
    aps: String,
    levels: Set<APS.InterruptionLevel>
  ) {
    receive(aps, "m1")
    #expect(manager.arrivals.interruptionLevels == levels)
  }
}
