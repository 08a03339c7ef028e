import Foundation
import Testing

@testable import PushHubReplay
@testable import pushhub_demo

struct LiveRunTests {
  private static let hangup = TerminalDevice.Failure(call: "write", number: EIO)
  private static let other = TerminalDevice.Failure(call: "write", number: ENOSPC)

  @Test(
    arguments: [
      (hangup, [], .signal(SIGHUP)),
      (hangup, [SIGWINCH, SIGTERM], .signal(SIGTERM)),
      (other, [SIGCONT, SIGHUP, SIGTERM], .signal(SIGHUP)),
      (other, [SIGWINCH], .failed("\(other)")),
    ] as [(TerminalDevice.Failure, [Int32], LiveRun.Ending)]
  )
  func `a run that loses its terminal ends by the signal that says why`(
    failure: TerminalDevice.Failure,
    signals: [Int32],
    ending: LiveRun.Ending
  ) {
    #expect(LiveRun.ending(after: failure, signals: signals) == ending)
  }

  @Test func `signals in a row count once, in their order`() {
    let signals = [SIGWINCH, SIGWINCH, SIGCONT, SIGWINCH, SIGTERM, SIGTERM]
    #expect(
      SignalPipe.withoutRepeats(signals) == [SIGWINCH, SIGCONT, SIGWINCH, SIGTERM]
    )
    #expect(SignalPipe.withoutRepeats([]) == [])
  }
}
