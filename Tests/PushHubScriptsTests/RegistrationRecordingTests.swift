import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import PushHubScripts
@testable import TestSupport

/// What was recorded of an app plays as it went.
@MainActor
struct RegistrationRecordingTests {
  private static let vocabulary = ReadyMadeScripts.records

  private let output = RecordedPages()

  /// An app that is recorded whole.
  private func app(
    _ configuration: DeviceRegistration.Configuration
  ) -> (RegistrationApp, AnyObject) {
    let app = RegistrationApp(configuration)
    let recorder = TranscriptRecorder(
      writingTo: output,
      isRedacted: false
    )
    let context = app.context
    context.attach(recorder)
    app.registration.map(context.attach)
    return (app, recorder)
  }

  private func replayed(
    with configuration: DeviceRegistration.Configuration
  ) async throws -> [RegistrationEvent] {
    let text = (output.pages.last ?? []).joined(separator: "\n") + "\n"
    let transcript = try Transcript(Data(text.utf8), vocabulary: Self.vocabulary)
    let script = RegistrationScript(configuration)
    let replay = try Replay(of: transcript, with: [script])
    await replay.run()
    return replay.events(of: RegistrationEvent.self)
  }

  @Test func `each request has the answer that it had, though delays are drawn anew`() async throws
  {
    let configuration = DeviceRegistration.Configuration(environment: .sandbox, settling: .zero)
    let (app, recorder) = app(configuration)
    app.lifecycle.setAccount("ann")
    app.manager.didRegister(deviceToken: .first)
    await app.clock.settle()
    for number in 1...3 {
      await app.answer(.failure(ControlledEndpoint.Failure()))
      await app.advance(by: .seconds(1 << (number - 1)))
    }
    await app.answer()
    await app.advance(by: .seconds(120))
    app.lifecycle.setPhase(.active)
    let names = [
      "request", "failed", "request", "failed", "request", "failed", "request", "acknowledged",
    ]
    #expect(app.log.map(\.name) == names)
    #expect(try await replayed(with: configuration).map(\.name) == names)
    withExtendedLifetime(recorder) {}
  }
}
