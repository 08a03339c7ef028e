import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct CheckupRecordTests {
  private static let checkup = Checkup(findings: [
    Checkup.Finding("registration", .fine, "A token came."),
    Checkup.Finding(
      "server",
      .broken,
      "It refused.",
      meaning: "It knows no device.",
      advice: "Ask it.",
      quote: "410 for alice"
    ),
  ])

  private func record(isRedacted: Bool) -> RecordedPages {
    let context = SimulatedApp().host.context
    let output = RecordedPages()
    let recorder = output.recorder(isRedacted: isRedacted)
    context.attach(recorder)
    context.record(Self.checkup)
    return output
  }

  @Test func `a redacted recording keeps findings, and hashes quotes`() {
    let text = record(isRedacted: true).text
    #expect(text.contains("It refused."))
    #expect(!text.contains("alice"))
  }

  @Test func `a play lists findings that are not fine, and has facts`() async throws {
    let replay = try await playedReplay(of: record(isRedacted: false).transcript())
    #expect(replay.events(of: Checkup.Finding.self).map(\.subject) == ["server"])
    #expect(replay.facts.contains { $0.contains("broken: It refused.") })
    #expect(
      replay.outputs.map(\.event.message) == [
        "broken server: It refused. \"410 for alice\" It knows no device. Ask it"
      ]
    )
  }

  @Test func `it is printed with its sentences`() {
    #expect(
      Self.checkup.description == """
        fine registration: A token came.
        broken server: It refused. "410 for alice" It knows no device. Ask it.
        """
    )
  }
}
