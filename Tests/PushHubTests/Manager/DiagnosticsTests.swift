import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

struct DiagnosticsTests: AppFixture {
  private let watcher = Watcher()

  /// Receives presentation decisions and log entries.
  private final class Watcher: PushDiagnosticsObserver {
    var decisions: [String] = []
    var entries: [String] = []
    var onEntry: ((PushLogEntry) -> Void)?

    func receive(_ diagnostic: PushDiagnostic) {
      switch diagnostic {
      case .decision(let decision):
        decisions.append("\(decision.push.id): \(decision.options)")
      case .entry(let entry):
        entries.append("\(entry.code.rawValue) \(entry.pushID ?? "-")")
        onEntry?(entry)
      case .callback, .event: break
      }
    }
  }

  /// Receives events as well as decisions.
  private final class EventWatcher: PushObserver, PushDiagnosticsObserver {
    func receive(_ event: PushEvent) {}
    func receive(_ diagnostic: PushDiagnostic) {}
  }

  private final class Silencer: PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .suppress(reason: "quiet") }
  }

  let app = SimulatedApp()

  @Test func `each decision is reported once, after the vote`() async {
    let silencer = Silencer()
    manager.add(watcher)
    _ = await manager.present(message("m1"))
    manager.add(silencer)
    _ = await manager.present(message("m2"))
    _ = await manager.present(message("m3"))
    let shown = manager.configuration.defaultPresentation
    #expect(watcher.decisions == ["m1: \(shown)", "m2: nothing", "m3: nothing"])
  }

  @Test func `a diagnostics observer receives the entries of the log in order`() async {
    manager.add(watcher)
    receive("m1")
    receive("m1")
    _ = await manager.present(message("m2"))
    #expect(watcher.entries == app.log.map { "\($0.code.rawValue) \($0.pushID ?? "-")" })
    #expect(watcher.entries == ["held m1", "merged m1", "held m2", "presented m2"])
  }

  @Test func `without a log or a diagnostics observer no entry is made`() {
    manager.log = nil
    var isMade = false
    func message() -> String {
      isMade = true
      return "made"
    }
    manager.record(.late, message())
    #expect(!isMade)
    manager.add(watcher)
    manager.record(.late, message())
    #expect(isMade)
  }

  @Test
  func
    `entries that a diagnostics observer causes are delivered after all have received the first`()
    throws
  {
    let first = Watcher()
    let second = Watcher()
    let push = message("m1")
    first.onEntry = { [manager] in
      if $0.code == .held { manager.receive(push, via: .remote) }
    }
    manager.add(first)
    manager.add(second)
    receive(push)
    #expect(first.entries == ["held m1", "merged m1"])
    #expect(second.entries == first.entries)
  }

  @Test func `a deallocated observer with two roles is counted once`() async throws {
    var both: EventWatcher? = EventWatcher()
    manager.add(try #require(both))
    receive("m1")
    both = nil
    receive("m2")
    _ = await manager.present(message("m3"))
    #expect(manager.statistics[.observerDied] == 1)
    #expect(manager.statistics[.observerDeallocatedUnused] == 0)
  }
}
