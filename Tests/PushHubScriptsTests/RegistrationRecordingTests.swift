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
  private let output = RecordedPages()

  /// An app that is recorded whole.
  private func app(
    _ configuration: DeviceRegistration.Configuration,
    isRedacted: Bool = false
  ) -> (RegistrationApp, AnyObject) {
    let app = RegistrationApp(configuration)
    let recorder = output.recorder(isRedacted: isRedacted)
    app.context.attach(recorder)
    app.attach()
    return (app, recorder)
  }

  private func replayed(
    with configuration: DeviceRegistration.Configuration
  ) async throws -> [RegistrationEvent] {
    try await playedReplay(
      of: output.transcript(),
      with: [ReadyMadeScripts.registration(configuration)]
    )
    .events(of: RegistrationEvent.self)
  }

  private let configuration = DeviceRegistration.Configuration(
    environment: .sandbox,
    settling: .zero
  )

  @Test func `each account's requests have the answers that they had, though delays differ`()
    async throws
  {
    let (app, recorder) = app(configuration)
    app.show("ann")
    app.manager.didRegister(deviceToken: .first)
    await app.settle()
    await app.answer(for: "bob")
    for number in 1...3 {
      await app.answer(.failure(Unavailable()), for: "ann")
      await app.advance(by: .seconds(1 << (number - 1)))
    }
    await app.answer(for: "ann")
    app.registration.subscribe("news", for: "bob")
    await app.settle()
    await app.answer(for: "bob")
    app.lifecycle.setAccounts(["bob"], shown: "bob")
    await app.settle()
    await app.answer(for: "ann")
    await app.wait(120)
    app.lifecycle.setPhase(.active)
    #expect(app.requests.count == 7)
    #expect(try await replayed(with: configuration).map(\.name) == app.log.map(\.name))
    withExtendedLifetime(recorder) {}
  }

  @Test func `a redacted recording has no text of the original, and plays`() async throws {
    let (app, recorder) = app(configuration, isRedacted: true)
    app.lifecycle.setAccounts(["my ann", "my bob"], shown: "my ann")
    app.manager.didRegister(deviceToken: .first)
    await app.settle()
    let registration = app.registration
    registration.setTags(["my tag": "my value"])
    registration.setToken(PushToken(text: "my token"), named: "my name")
    registration.setToken(nil, named: "my end")
    registration.subscribe("my news", for: "my bob")
    registration.withdraw("my ann")
    registration.forget("my bob")
    for account in ["my ann", "my bob"] as [AccountID] {
      for _ in 0..<3 {
        await app.settle()
        await app.answer(for: account)
      }
    }
    #expect(output.pages.last?.contains { $0.contains("my ") } == false)
    #expect(try await replayed(with: configuration).map(\.name) == app.log.map(\.name))
    withExtendedLifetime(recorder) {}
  }
}
