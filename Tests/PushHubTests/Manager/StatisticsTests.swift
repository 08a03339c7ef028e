import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What is counted, and what a checkup reads of the pushes that arrived.
struct StatisticsTests: AppFixture {
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

  @Test func `bytes that are no payload are counted, logged and thrown`() throws {
    #expect(throws: PayloadError.self) {
      try manager.payload(json: Array("{".utf8))
    }
    #expect(manager.statistics[.malformed] == 1)
    #expect(app.codes == [.malformed])
  }

  @Test func `a strange field is counted and logged, and the push is delivered`() {
    let recorder = PushRecorder()
    manager.add(recorder)
    receive(payload(#"{"aps":{"badge":"x","alert":7},"gcm.message_id":"m1"}"#))
    #expect(recorder.lines == ["received m1"])
    #expect(manager.statistics[.issue] == 2)
    #expect(app.codes == [.issue, .issue])
  }

  @Test func `the log names pushes on one line each, never their text`() async {
    let id = #""gcm.message_id":"m\n1""#
    _ = await manager.present(
      payload("{\"aps\":{\"alert\":\"secret\",\"badge\":\"secret\"},\(id)}")
    )
    #expect(!app.log.isEmpty)
    #expect(!app.log.map(\.description).joined().contains("secret"))
    #expect(app.log.allSatisfy { !$0.description.contains("\n") })
  }

  @Test func `a deallocated diagnostics observer is logged by name`() {
    manager.add(Witness())
    receive("m1")
    #expect(manager.statistics[.observerDeallocatedUnused] == 1)
    #expect(app.log.first { $0.code == .observerDeallocatedUnused }?.observer == "Witness")
  }

  @Test func `an observer that was never called is logged as unused`() throws {
    var listener: TokenListener? = TokenListener()
    manager.add(try #require(listener))
    receive("m1")
    listener = nil
    receive("m2")
    #expect(manager.statistics[.observerDeallocatedUnused] == 1)
  }

  @Test func `two observers of one type are distinguished`() throws {
    let first = PushRecorder()
    manager.add(first)
    manager.add(PushRecorder())
    receive("m1")
    let entry = try #require(app.log.first { $0.code == .observerDeallocatedUnused })
    #expect(entry.observerNumber == 2)
    #expect(entry.description.hasPrefix("observerDeallocatedUnused PushRecorder#2: "))
  }

  @Test func `two kinds of pending events are distinguished`() {
    open("m1")
    manager.didRegister(deviceToken: DeviceToken([1]))
    let held = app.log.filter { [.held, .unhandled].contains($0.code) }
    #expect(held.map(\.event) == [.received, .opened, .registered])
    #expect(held.map(\.pushID) == ["m1", "m1", nil])
    #expect(held[1].description.hasPrefix("unhandled opened m1: "))
  }

  final class Witness: PushDiagnosticsObserver {
    func receive(_ diagnostic: PushDiagnostic) {}
  }

  final class TokenListener: PushObserver {
    let interests: Set<PushEvent.Kind> = [.registered]
    func receive(_ event: PushEvent) {}
  }
}
