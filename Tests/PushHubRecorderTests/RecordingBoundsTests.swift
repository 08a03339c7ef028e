import PushHub
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

/// Where a recording begins and ends, and what it takes over from the one before.
struct RecordingBoundsTests: AppFixture {
  /// The state of a feature; more than 9,000,000,000 seconds can't be written.
  private struct Level: FeatureRecord {
    static let key = "level"
    var isState: Bool { true }
    var level: Duration
  }

  /// An output that is always full.
  private final class TinyOutput: TranscriptOutput {
    private(set) var pages: [[String]] = [[]]
    let isFull = true

    func write(_ line: String) { pages[pages.count - 1].append(line) }

    func startOver() { pages.append([]) }
  }

  let app = SimulatedApp()
  private let output = RecordedPages()
  private let recorder: TranscriptRecorder

  init() {
    recorder = output.recorder()
  }

  // MARK: - Launches

  /// Receives a launch, and then the remote callback with the same push.
  private func launch(thenAfter delay: Duration, _ meanwhile: () -> Void = {}) {
    context.attach(recorder)
    manager.receive(anonymous(), via: .launch)
    clock.advance(by: delay)
    meanwhile()
    receive(anonymous())
  }

  @Test func `a remote callback within 10 s of the launch is the push of the launch`() {
    launch(thenAfter: .seconds(10))
    #expect(output.lines.count { $0.contains("push") } == 1)
  }

  @Test func `a later remote callback with the content of the launch is recorded`() {
    launch(thenAfter: .milliseconds(10_001))
    #expect(output.lines.last == #"{"t":10.001,"push":{"aps":{"alert":"Hi"}}}"#)
    #expect(output.lines.count { $0.contains("push") } == 2)
  }

  @Test func `a recording that begins after the launch has the remote callback`() {
    launch(thenAfter: .seconds(1)) {
      context.detach(recorder)
      context.attach(recorder)
    }
    #expect(output.lines.last == #"{"t":0,"push":{"aps":{"alert":"Hi"}}}"#)
  }

  // MARK: - What holds

  @Test func `a reattached recorder forgets the states of features`() {
    context.attach(recorder)
    context.record(Level(level: .seconds(3)))
    context.detach(recorder)
    context.attach(recorder)
    lifecycle.screenshotTaken()
    #expect(output.lines.dropFirst() == [#"{"t":0,"screenshot":{}}"#])
  }

  @Test func `a state that the format refuses does not begin the next recording`() {
    context.attach(recorder)
    context.record(Level(level: .seconds(10_000_000_000)))
    lifecycle.screenshotTaken()
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(output.pages.count == 2)
    #expect(output.lines.dropFirst() == [#"{"t":0,"screenshot":{}}"#])
    #expect(recorder.lostLineCount == 1)
  }

  @Test func `a recorder that is attached to several windows begins with the active one`() {
    lifecycle.setScenes(["left": .active, "right": .inactive])
    lifecycle.pageAppeared("home", scene: "left")
    lifecycle.pageAppeared("me", scene: "right")
    context.attach(recorder)
    context.detach(recorder)
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"app":"active"}"#, #"{"t":0,"page":"home","visible":true}"#,
      ]
    )
  }

  // MARK: - Rotation

  @Test func `a recording that has only its beginning is not replaced by the next`() {
    let output = TinyOutput()
    let recorder = TranscriptRecorder(writingTo: output, isRedacted: false)
    context.attach(recorder)
    let count = output.pages.count
    lifecycle.screenshotTaken()
    #expect(output.pages.count == count + 1)
    lifecycle.screenshotTaken()
    #expect(output.pages.count == count + 2)
    #expect(recorder.lostLineCount == 0)
  }

  @Test func `a record that the format refuses begins no new recording`() {
    let output = TinyOutput()
    let recorder = TranscriptRecorder(writingTo: output, isRedacted: false)
    context.attach(recorder)
    let count = output.pages.count
    context.record(Level(level: .seconds(10_000_000_000)))
    #expect(output.pages.count == count + 1)
    #expect(recorder.lostLineCount == 1)
  }

  // MARK: - The recorder's place

  @Test func `a recorder that is attached last is called first`() {
    let feature = Feature(context)
    context.attach(feature)
    context.attach(recorder)
    lifecycle.setPhase(.active)
    #expect(
      output.lines.dropFirst() == [#"{"t":0,"app":"active"}"#, #"{"t":0,"level":{"level":1}}"#]
    )
  }

  /// Records its state when the phase changes.
  private final class Feature: PushPlugin, LifecycleObserver {
    private let context: PluginContext

    init(_ context: PluginContext) { self.context = context }

    func receive(_ event: LifecycleEvent?, state: LifecycleState) {
      context.record(Level(level: .seconds(1)))
    }
  }
}
