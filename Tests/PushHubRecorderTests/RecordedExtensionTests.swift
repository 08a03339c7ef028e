import Foundation
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Where the runs of a service extension stand in the app's recording.
struct RecordedExtensionTests: AppFixture {
  private let output = RecordedPages()

  /// A record of any feature.
  private enum Signal: String, FeatureRecord {
    static let key = "signal"
    case first, last
  }

  private let world = ExtensionWorld()
  let app: SimulatedApp
  private let monitor: ServiceExtensionMonitor

  private var runs: ExtensionRuns { ExtensionRuns(world.folder) }

  init() {
    app = SimulatedApp(clock: world.scheduler)
    monitor = ServiceExtensionMonitor(folder: world.folder)
  }

  private func write(_ request: String) throws {
    var run = ExtensionRun(push: request, request: request)
    run.end = .delivered
    var name: String?
    try runs.write(run, begunAt: clock.date, as: &name)
  }

  @Test func `runs stand in the recording at their own time, before the launch`() throws {
    try write("r1")
    pass(10)
    try write("r2")
    pass(20)
    let recorder = output.recorder()
    context.attach(recorder)
    context.attach(monitor)
    lifecycle.setPhase(.active)
    pass(5)
    lifecycle.setPhase(.background)
    pass(2)
    try write("r3")
    pass(2)
    lifecycle.setPhase(.inactive)
    #expect(output.lines.first == #"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#)
    let times = output.lines.dropFirst().map { String($0.prefix { $0 != "}" }.prefix(24)) }
    #expect(
      times
        == [
          #"{"t":0,"extension":{"end"#, #"{"t":10,"extension":{"en"#, #"{"t":30,"app":"active""#,
          #"{"t":35,"app":"backgroun"#, #"{"t":37,"extension":{"en"#, #"{"t":39,"app":"inactive""#,
        ].map { String($0.prefix(24)) }
    )
    #expect(try output.transcript().records.count == 6)
    // Each is recorded once.
    #expect(runs.take(begunBefore: .distantFuture).isEmpty)
  }

  @Test func `a date before all that is recorded is moved to the latest record`() {
    let recorder = TranscriptRecorder(writingTo: output)
    context.attach(recorder)
    lifecycle.setPhase(.active)
    pass(5)
    lifecycle.setPhase(.background)
    context.record(Signal.first, at: clock.date - 3)
    #expect(output.lines.last == #"{"t":5,"signal":"first"}"#)
  }

  @Test func `a clock that was wrong does not make a recording longer than a week`() {
    let recorder = TranscriptRecorder(writingTo: output)
    context.attach(recorder)
    context.record(Signal.first, at: .distantPast)
    context.record(Signal.last, at: .distantFuture)
    context.detach(recorder)
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2025-12-25T00:00:00Z"}"#, #"{"t":0,"signal":"first"}"#,
        #"{"t":604800,"signal":"last"}"#,
      ]
    )
  }
}
