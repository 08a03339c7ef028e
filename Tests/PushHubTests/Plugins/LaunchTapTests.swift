import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import Testing

/// The tap that launched the app, whatever else the app has.
@MainActor
struct LaunchTapTests {
  /// Hears everything, as a log does.
  private final class Listener: PushPlugin, PushObserver {
    func receive(_ event: PushEvent) {}
  }

  private final class Voter: PushPlugin, PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .noOpinion }
  }

  private final class Decliner: PushPlugin, PushResponder {
    func respond(to response: PushResponse, of push: Push) async throws -> Bool { false }
  }

  private final class Memory: TranscriptOutput {
    var isFull: Bool { false }
    func write(_ line: String) {}
    func startOver() {}
  }

  /// An app with some features, in whose place the tap is handled later.
  @MainActor
  private struct App {
    let scheduler = ManualScheduler()
    let manager: NotificationManager
    let host: PluginHost

    init(with numbers: some Sequence<Int>) throws {
      manager = NotificationManager(scheduler: scheduler)
      let lifecycle = AppLifecycle()
      lifecycle.add(manager)
      host = PluginHost(
        context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
      )
      let features = features
      for number in numbers {
        try host.install(features[number], named: "\(number)")
      }
    }

    static let featureCount = 8

    private var features: [any PushPlugin] {
      let screen = ScreenshotScreen(scheduler: scheduler)
      return [
        UnreadSync(
          source: ControlledSource(),
          configuration: .homeAndMail,
          notificationCenter: NotificationCenter()
        ),
        BadgeDot(
          source: SilentList(),
          store: MemoryStore<[String: ReadMark]>(),
          configuration: BadgeDot.Configuration(listPage: "list")
        ),
        CountdownHandler(scheduler: scheduler),
        ScreenshotPreview(page: "reader", presenter: screen, render: screen.capture),
        TranscriptRecorder(writingTo: Memory()), Listener(), Voter(), Decliner(),
      ]
    }
  }

  private struct SilentList: LatestNotificationSource {
    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      ScheduledStream()
    }
  }

  @Test func `reaches a responder that attaches later, whatever is attached before`() async throws {
    for combination in 0..<(1 << App.featureCount) {
      let numbers = (0..<App.featureCount).filter { combination & (1 << $0) != 0 }
      let app = try App(with: numbers)
      app.manager.didFinishLaunching(with: try message("m1"))
      await app.scheduler.settle()
      app.scheduler.advance(by: .seconds(20))
      let responder = ResponderProbe(handles: true)
      app.manager.add(responder)
      await app.scheduler.settle()
      #expect(responder.asked == ["m1 default"], "\(numbers)")
    }
  }
}
