import PushHub
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

/// What a recording has of a checkup.
@MainActor
struct CheckupQuoteTests {
  @Test func `the latest checkup begins the next recording`() {
    let output = RecordedPages()
    let recorder = output.recorder()
    let context = PluginContext(
      push: StubPushSubject(),
      lifecycle: AppLifecycle(),
      scheduler: ManualScheduler()
    )
    context.attach(recorder)
    context.record(Checkup(findings: [Checkup.Finding("server", .broken, "It refused.")]))
    output.isFull = true
    context.record(Checkup(findings: []))
    #expect(output.lines.count == 3)
    #expect(output.lines.dropFirst().first?.contains("It refused.") == true)
  }
}
