import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubDebug
@testable import TestSupport

struct DebugLogTests: AppFixture {
  let app = SimulatedApp()

  @Test func `the newest entry is first, with its payload`() throws {
    let log = DebugLog()
    try host.install(log, named: "debug")
    receive("m1")
    pass(5)
    manager.open(message("m1"), requestIdentifier: nil, response: PushResponse())
    let response = try #require(log.entries.first { $0.title.hasPrefix("Response") })
    let received = try #require(log.entries.first { $0.title.hasPrefix("Push received") })
    #expect(response.id > received.id)
    #expect(response.date.timeIntervalSince(received.date) == 5)
    #expect(received.detail?.contains("\"gcm.message_id\" : \"m1\"") == true)
  }

  @Test func `a duplicate callback and its reason are both listed`() throws {
    let log = DebugLog()
    try host.install(log, named: "debug")
    for kind in [PushCallbackKind.remote, .present] { manager.receive(message("m1"), via: kind) }
    #expect(log.entries.count { $0.title.hasPrefix("Push received") } == 2)
    #expect(log.entries.contains { $0.detail == PushLogEntry.Code.merged.rawValue })
  }

  @Test func `an event that only the log receives still waits for an observer`() throws {
    try host.install(DebugLog(), named: "debug")
    receive("m1")
    #expect(manager.statistics.waiting == 1)
  }

  @Test(arguments: [0, 1, 3]) func `the oldest entries are removed first`(limit: Int) throws {
    let log = DebugLog(maximumCount: limit)
    try host.install(log, named: "debug")
    for number in 0..<5 { manager.receive(message("m\(number)"), via: .remote) }
    #expect(log.entries.count == max(1, limit))
    #expect(log.entries.map(\.id) == log.entries.map(\.id).sorted(by: >))
  }

  @Test func `a removed log keeps its entries and adds none`() throws {
    let log = DebugLog()
    try host.install(log, named: "debug")
    receive("m1")
    let entries = log.entries
    try host.remove(named: "debug")
    receive("m2")
    #expect(log.entries == entries)
  }

  @Test func `the state names token, account, scenes and what waits`() {
    lifecycle.setAccount("ann")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    manager.didRegister(deviceToken: DeviceToken([1, 255]))
    receive("m1")
    let state = DebugState(of: manager, in: lifecycle.state, features: ["unread"])
    let rows = Dictionary(uniqueKeysWithValues: state.rows.map { ($0.name, $0.value) })
    #expect(rows["Device token"] == "01ff")
    #expect(rows["Account"] == "ann")
    #expect(rows["Features"] == "unread")
    #expect(rows["Waiting in the journal"] == "2")
    #expect(rows.values.contains("active, home"))
  }
}
