import PushHub
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// The callbacks in which the system shows one push, in every order.
@MainActor
struct RecordingOrderTests {
  private enum Callback: CaseIterable {
    /// The launch of an app in background, or that of one whose tap is reported by a response.
    case launch
    /// The app becomes active, and no response has come for the tap that launched it.
    case activation
    case remote
    case present
    /// The response, to the notification center's delegate, or with which a scene connects.
    case response
    /// The response, as an app reports it that does not know the request.
    case anonymousResponse
  }

  /// An app that is recorded.
  private final class App: AppFixture {
    let app = SimulatedApp()
    let output = RecordedPages()
    let observer = PushRecorder()
    private let recorder: TranscriptRecorder

    init() {
      recorder = output.recorder()
      context.attach(recorder)
      manager.add(observer)
    }
  }

  /// - Parameter pause: How much time is between two callbacks.
  @Test(arguments: [Duration.zero, .seconds(4), .seconds(11)])
  func `a push is received and opened in the play as often as in the app`(
    pause: Duration
  ) async throws {
    var sequences: [[Callback]] = [[]]
    var differences: [String] = []
    for _ in 1...Exhaustive.choose(3, thorough: 4) {
      sequences = sequences.flatMap { former in
        // A process is launched once.
        let isLaunched = former.contains(.launch) || former.contains(.activation)
        return Callback.allCases.filter { !isLaunched || $0 != .launch && $0 != .activation }
          .map { former + [$0] }
      }
      for sequence in sequences {
        let (app, play) = try await outcomes(of: sequence, pause: pause)
        if app != play { differences.append("\(sequence): \(app), but in the play \(play)") }
      }
    }
    #expect(differences.prefix(5) == [])
  }

  private func outcomes(
    of sequence: [Callback],
    pause: Duration
  ) async throws -> (app: [String], play: [String]) {
    let app = App()
    let manager = app.manager
    let push = anonymous()
    for callback in sequence {
      switch callback {
      case .launch: manager.receive(push, via: .launch)
      case .activation: manager.didFinishLaunching(with: push)
      case .remote: manager.receive(push, via: .remote)
      case .present: manager.receive(push, via: .present, requestIdentifier: "r")
      case .response: manager.open(push, requestIdentifier: "r")
      case .anonymousResponse: manager.open(push)
      }
      app.clock.advance(by: pause)
    }
    let heard = PushRecorder()
    let replay = try Replay(of: app.output.transcript(), with: []) {
      let manager = NotificationManager(scheduler: $0)
      manager.add(heard)
      return manager
    }
    await replay.run()
    return (app.observer.lines, heard.lines)
  }

  @Test func `a remote callback before the launch's is the same push`() {
    let app = App()
    let push = anonymous()
    app.manager.receive(push, via: .remote)
    app.manager.receive(push, via: .launch)
    app.manager.open(push, requestIdentifier: "r")
    #expect(
      app.output.lines.dropFirst() == [
        #"{"t":0,"push":{"aps":{"alert":"Hi"}}}"#, #"{"t":0,"launch":{}}"#,
        #"{"t":0,"open":{"aps":{"alert":"Hi"}},"request":"r"}"#,
      ]
    )
  }
}
