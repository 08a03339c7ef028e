import Foundation
import PushHub
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TranscriptRecorderTests {
  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let manager: NotificationManager
  private let subjects: Subjects
  private let output = RecordedLines()

  init() {
    manager = NotificationManager(scheduler: scheduler)
    subjects = Subjects(push: manager, lifecycle: lifecycle, scheduler: scheduler)
  }

  @Test func `what happens is a line at once, in its order`() async throws {
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    recorder.attach(to: subjects)
    lifecycle.setPhase(.active)
    #expect(output.lines.count == 2)
    scheduler.advance(by: .milliseconds(1500))
    manager.receive(try payload(#"{"aps":{"alert":"Hi"},"k":1}"#), via: .present)
    manager.open(try payload(#"{"aps":{}}"#), response: PushResponse(reply: "yes"))
    manager.didRegister(deviceToken: try DeviceToken(hex: "0a0b"))
    lifecycle.screenshotTaken()
    recorder.note(.unread(TranscriptInput.UnreadAnswer(result: .success(3))))
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#,
        #"{"t":0,"app":"active"}"#,
        #"{"t":1.5,"push":{"aps":{"alert":"Hi"},"k":1},"via":"present"}"#,
        #"{"t":1.5,"open":{"aps":{}},"reply":"yes"}"#,
        #"{"t":1.5,"token":"0a0b"}"#,
        #"{"t":1.5,"screenshot":{}}"#,
        #"{"t":1.5,"unread":3}"#,
      ]
    )
  }

  @Test func `a recording starts with what is true`() throws {
    lifecycle.pageAppeared("home")
    lifecycle.overlayAdded()
    lifecycle.setAccount("alice")
    lifecycle.setPhase(.inactive)
    manager.didRegister(deviceToken: try DeviceToken(hex: "0a"))
    scheduler.advance(by: .seconds(90))
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    recorder.attach(to: subjects)
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:01:30Z"}"#,
        #"{"t":0,"token":"0a"}"#,
        #"{"t":0,"page":"home","visible":true}"#,
        #"{"t":0,"overlay":true}"#,
        #"{"t":0,"app":"inactive"}"#,
        #"{"t":0,"account":"alice"}"#,
      ]
    )
  }

  @Test func `nothing is written before attaching and after detaching`() throws {
    let recorder = TranscriptRecorder(writingTo: output)
    recorder.note(.screenshot)
    #expect(output.lines.isEmpty)
    recorder.attach(to: subjects)
    recorder.detach()
    lifecycle.setPhase(.active)
    recorder.note(.screenshot)
    try manager.receive(message("a"), via: .remote)
    #expect(output.lines.count == 1)
  }

  @Test func `what was started over can be played alone`() throws {
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    recorder.attach(to: subjects)
    lifecycle.setAccount("alice")
    recorder.note(.unread(TranscriptInput.UnreadAnswer(result: .success(3))))
    scheduler.advance(by: .seconds(5))
    output.isFull = true
    lifecycle.setPhase(.active)
    output.isFull = false
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:00:05Z"}"#,
        #"{"t":0,"app":"active"}"#,
        #"{"t":0,"account":"alice"}"#,
        #"{"t":0,"unread":3}"#,
      ]
    )
    #expect(output.former.last == #"{"t":5,"app":"active"}"#)
  }

  @Test func `a line that can't be written is counted, and the next one tried`() throws {
    let recorder = TranscriptRecorder(writingTo: output)
    recorder.attach(to: subjects)
    output.error = CocoaError(.fileWriteOutOfSpace)
    lifecycle.setPhase(.active)
    output.error = nil
    lifecycle.setPhase(.background)
    #expect(recorder.lostLineCount == 1)
    #expect((recorder.latestError as? CocoaError)?.code == .fileWriteOutOfSpace)
    #expect(output.lines.count == 2)
  }

  @Test func `an app that was recorded can be played with the same outcome`() async throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + 100 {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let original = try day.transcript()
      let output = RecordedLines()
      let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
      let lines = try await played(original, recorder: recorder)
      let recording = try transcript(output.lines.joined(separator: "\n"))
      try #require(try await played(recording) == lines, "\(SeededGenerator.hint(seed))")
    }
  }

  @Test func `also without what people said, but for the names`() async throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + 100 {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let original = try day.transcript()
      let output = RecordedLines()
      let recorder = TranscriptRecorder(writingTo: output)
      let lines = try await played(original, recorder: recorder).map(withoutNames)
      let recording = try transcript(output.lines.joined(separator: "\n"))
      let again = try await played(recording).map(withoutNames)
      try #require(again == lines, "\(SeededGenerator.hint(seed))")
    }
  }

  private func withoutNames(_ line: String) throws -> String {
    let members = try PushPayload(json: line.utf8).object
    return JSONValue.object(members.filter { !["id", "token", "reply"].contains($0.key) }).jsonText
  }
}

@MainActor
private final class RecordedLines: TranscriptOutput {
  private(set) var lines: [String] = []
  private(set) var former: [String] = []
  var isFull = false
  var error: (any Error)?

  func write(_ line: String) throws {
    if let error { throw error }
    lines.append(line)
  }

  func startOver() {
    former = lines
    lines = []
  }
}
