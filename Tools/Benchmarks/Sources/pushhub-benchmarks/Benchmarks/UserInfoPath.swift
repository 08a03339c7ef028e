import Foundation
import PushHub
import PushHubTesting
import SampleObservers

/// A payload's way from the system's dictionary to ten observers, against casts by hand.
///
/// Each contender gets dictionaries that have not been read yet, as they come from the system.
@MainActor
struct UserInfoPath {
  let effort: Effort

  func run(into verdicts: Verdicts) async throws {
    let once = "three fields cast by hand"
    let tenfold = "the same by each of ten observers"
    let made = "PushHub, the payload alone"
    let read = "PushHub, read by ten observers"
    var comparison = Comparison()
    for round in 0..<effort.rounds {
      let casting = (0..<10).map { _ in CastingObserver() }
      comparison.add(try await time(round) { casting[0].receive($0) }, of: once)
      comparison.add(
        try await time(round) { userInfo in
          for observer in casting { observer.receive(userInfo) }
        },
        of: tenfold
      )
      comparison.add(try await time(round) { _ = PushPayload(userInfo: $0) }, of: made)
      let manager = NotificationManager(scheduler: ManualScheduler())
      let reading = (0..<10).map { _ in ReadingObserver() }
      for observer in reading { manager.add(observer) }
      comparison.add(
        try await time(round) { manager.receive(PushPayload(userInfo: $0), via: .remote) },
        of: read
      )
      precondition(
        reading.allSatisfy { $0.characters == casting[1].characters },
        "observers read something else"
      )
    }
    var table = Table(
      "The same payload, from the system's dictionary to ten observers",
      columns: ["", "µs", "against one reader's casts", "against ten"]
    )
    for contender in [once, tenfold, made, read] {
      table.add([
        contender,
        (comparison.nanoseconds(of: contender) / 1_000).text(2),
        comparison.ratio(of: contender, to: once).text(2) + "×",
        comparison.ratio(of: contender, to: tenfold).text(2) + "×",
      ])
    }
    table.print()
    verdicts.expect(
      comparison.ratio(of: made, to: once),
      atMost: 5.0,
      "a dictionary made a payload, against casting three fields by hand"
    )
    verdicts.expect(
      comparison.ratio(of: read, to: tenfold),
      atMost: 2.5,
      "a dictionary to ten observers, against casts in each of them"
    )
  }

  private func time(
    _ round: Int,
    _ work: @MainActor ([AnyHashable: Any]) -> Void
  ) async throws -> Double {
    let first = round * effort.payloads
    let userInfos = try (first..<first + effort.payloads).map(userInfo)
    return await nanoseconds(perUnitOf: userInfos.count) {
      for userInfo in userInfos { work(userInfo) }
    }
  }

  private func userInfo(_ number: Int) throws -> [AnyHashable: Any] {
    let object = try JSONSerialization.jsonObject(with: PayloadPath.payload(number))
    return object as? [AnyHashable: Any] ?? [:]
  }
}
