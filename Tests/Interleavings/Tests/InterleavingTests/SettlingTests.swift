import Foundation
import PushHub
import PushHubTesting
import Testing

/// Settling against every order in which work, what it waits for and what disturbs it can come.
@Suite(.serialized)
struct SettlingTests {
  @Test func `two settlers, and work that waits for the end of canceled work`() {
    Exploration.expectNoMistake(upTo: 100_000) { stage in
      let clock = ManualScheduler()
      clock.work.idleTurnLimit = nil
      let ending = ScheduledCondition()
      var lines: [String] = []
      let sleepers = [1, 2].map { seconds in
        clock.perform {
          let isOver = (try? await clock.sleep(for: .seconds(seconds))) != nil
          lines.append("\(seconds) \(isOver)")
          ending.signalAll()
        }
      }
      clock.perform {
        while lines.count < 2 {
          try? await ending.wait()
        }
        lines.append("both")
      }
      stage.atAnyMoment("cancel") { sleepers[1].cancel() }
      for isDriver in [true, false] {
        stage.test {
          await clock.settle()
          await stage.expectSettled("first") { "\(lines)" }
          guard isDriver else { return }
          clock.advance(by: .seconds(2))
          await clock.settle()
          await stage.expectSettled("second") { "\(lines)" }
          stage.expect(lines.last == "both", "not both: \(lines)")
        }
      }
      stage.atTheEnd { stage.expect(lines.count == 3, "\(lines)") }
    }
  }

  @Test func `a stream with two listeners, one of which is canceled`() {
    Exploration.expectNoMistake(upTo: 100_000) { stage in
      let clock = ManualScheduler()
      clock.work.idleTurnLimit = nil
      let stream = ScheduledStream<Int>()
      var heard: [Int] = []
      let listeners = [0, 1].map { _ in
        clock.perform {
          do {
            for try await number in stream { heard.append(number) }
          } catch {}
        }
      }
      stage.atAnyMoment("cancel") { listeners[0].cancel() }
      stage.test {
        for number in 1...2 {
          await clock.settle()
          await stage.expectSettled("before \(number)") { "\(heard)" }
          stream.send(number)
        }
        await clock.settle()
        await stage.expectSettled("after") { "\(heard)" }
        stage.expect(heard == [1, 2], "\(heard)")
        stream.finish()
      }
    }
  }
}
