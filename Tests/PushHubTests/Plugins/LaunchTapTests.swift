import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The tap that launched the app, whatever roles the app's features have.
@MainActor
struct LaunchTapTests {
  /// Receives everything, as a log does.
  private final class Listener: PushPlugin, PushObserver {
    func receive(_ event: PushEvent) {}
  }

  private final class Voter: PushPlugin, PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .noOpinion }
  }

  private final class Decliner: PushPlugin, PushResponder {
    func respond(to response: PushResponse, of push: Push) async -> Bool { false }
  }

  @Test func `reaches a responder that attaches later, whatever is attached before`() async throws {
    for combination in 0..<8 {
      let app = SimulatedApp()
      let host = app.host
      let features: [any PushPlugin] = [Listener(), Voter(), Decliner()]
      for (number, feature) in features.enumerated() where combination & (1 << number) != 0 {
        try host.install(feature, named: "\(number)")
      }
      app.manager.didFinishLaunching(with: message("m1"))
      await app.settle()
      app.pass(20)
      let responder = ResponderProbe(handles: true)
      app.manager.add(responder)
      await app.settle()
      #expect(responder.asked == ["m1 default"], "\(combination)")
    }
  }
}
