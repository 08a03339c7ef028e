import PushHub
import PushHubRecorder
import Testing

/// What a recording has of a checkup.
@MainActor
struct CheckupQuoteTests {
  @Test func `the words of a refused registration are quoted apart from the finding`() throws {
    var evidence = CheckupEvidence()
    evidence.registration = .failed(
      RegistrationFailure(domain: "NSCocoaErrorDomain", code: 3010, message: "no proxy at 10.0.0.1")
    )
    let finding = try #require(evidence.findings.first { $0.subject == "registration" })
    #expect(finding.quote?.wrappedValue == "no proxy at 10.0.0.1")
    #expect(!finding.seen.contains("10.0.0.1"))
  }

  @Test func `the latest checkup begins the next recording`() {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, isRedacted: false)
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
