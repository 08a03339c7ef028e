import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What a log may show of an event, and how important it is.
struct LogLevelTests: AppFixture {
  let app = SimulatedApp()

  private struct Like: FeatureEvent {
    let isSkip: Bool
    let message = "ann likes it"
  }

  @Test func `an event of a feature is private, and a detail if nothing was done`() {
    #expect(!Like(isSkip: false).isPublic)
    #expect([Like(isSkip: false).level, Like(isSkip: true).level] == [.info, .debug])
  }

  @Test func `a request is a private detail, and a failure a public error`() {
    let events: [KernelEvent] = [
      .asked(request: "bob"), .failed(error: "503", retryIn: nil), .storeFailed(error: "full"),
      .stuck,
    ]
    #expect(events.map(\.isPublic) == [false, true, true, true])
    #expect(events.map(\.level) == [.debug, .error, .error, .error])
  }

  private final class Muted: PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .suppress(reason: "ann is muted") }
  }

  @Test func `a decision on a presentation is private, since it has what voters say`() async throws
  {
    let voter = Muted()
    manager.add(voter)
    _ = await manager.present(payload(#"{"aps":{"alert":"Hi"}}"#), requestIdentifier: "r1")
    let decision = try #require(app.log.first { $0.code == .presented })
    #expect(decision.message.contains("ann") && !decision.isPublic)
  }

  @Test func `an entry of the manager is public, and an error if something is lost`() {
    receive("m1")
    receive("m1")
    pass(300)
    #expect(app.log.map(\.isPublic) == [true, true, true])
    #expect(app.log.map(\.name) == ["held", "merged", "expired"])
    #expect(app.log.map(\.level) == [.debug, .debug, .error])
  }
}
