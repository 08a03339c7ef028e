import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// The order of events at one instant, and the events that the app receives.
@MainActor
struct ReplayInstantTests {
  private enum Chime: FeatureEvent {
    case rang

    var name: String { "rang" }
    var fields: KeyValuePairs<String, JSONValue?> { [:] }
    var message: String { "rang" }
  }

  /// A feature that schedules what it does when it is made.
  private final class Bell: FeatureScript {
    private final class Plugin: PushPlugin {}

    let name: String
    private let schedule: (Bell, Replay) -> Void

    init(_ name: String, _ schedule: @escaping (Bell, Replay) -> Void) {
      self.name = name
      self.schedule = schedule
    }

    func plugin(in replay: Replay) -> any PushPlugin {
      schedule(self, replay)
      return Plugin()
    }
  }

  private func transcript(_ text: String) throws -> Transcript {
    try Transcript(Data(text.utf8), vocabulary: Replay.records(of: [ParcelScript()]))
  }

  @Test func `a record comes before the action that is due at its instant`() async throws {
    let replay = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":1,"account":"alice"}
        {"t":2,"parcel":"p1","seconds":1}
        {"t":3,"parcel":"p2","seconds":9}
        """
      ),
      with: [ParcelScript()]
    )
    await replay.run()
    #expect(replay.events() == [ParcelEvent.left("p1"), .left("p2"), .arrived("p1", total: 1)])
  }

  @Test func `events of one instant are listed in the order of the features`() async throws {
    let first = Bell("first") { bell, replay in
      let scheduler = replay.scheduler
      scheduler.schedule(after: .seconds(1)) {
        scheduler.perform {
          scheduler.schedule(after: .zero) { replay.record(Chime.rang, of: bell) }
        }
      }
    }
    let second = Bell("second") { bell, replay in
      replay.scheduler.schedule(after: .seconds(1)) { replay.record(Chime.rang, of: bell) }
    }
    let replay = try Replay(
      of: transcript("{\"transcript\":1}\n{\"t\":2,\"end\":{}}"),
      with: [first, second]
    )
    await replay.run()
    #expect(replay.outputs.map(\.from) == ["first", "second"])
    #expect(replay.outputs.map(\.time) == [.seconds(1), .seconds(1)])
  }

  @Test func `the wall clock of a play starts at the time in the header`() throws {
    var date: Date?
    let bell = Bell("bell") { date = $1.scheduler.date }
    let text = #"{"transcript":1,"start":"2026-03-01T08:00:00Z"}"#
    let replay = try Replay(of: transcript(text), with: [bell])
    #expect(date == Date(timeIntervalSince1970: 1_772_352_000))
    #expect(replay.time == .zero)
  }

  @Test func `a sign-out in a transcript discards what is pending for the account`() async throws {
    let manager = Holder<NotificationManager?>(nil)
    let replay = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":1,"account":"alice"}
        {"t":2,"open":{"aps":{},"gcm.message_id":"m1"}}
        {"t":3,"account":"bob"}
        """
      ),
      with: []
    ) { scheduler in
      let own = NotificationManager(scheduler: scheduler)
      manager.value = own
      return own
    }
    await replay.run()
    // The push and the response to it.
    #expect(manager.value?.statistics[.signedOut] == 2)
  }

  @Test func `a refused registration is an event of the hub`() async throws {
    let replay = try Replay(
      of: transcript("{\"transcript\":1}\n{\"t\":1,\"tokenError\":\"no network\"}"),
      with: []
    )
    await replay.run()
    #expect(replay.events() == [HubEvent.tokenError(error: "no network")])
  }
}
