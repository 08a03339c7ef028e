import Foundation
import PushHub
import PushHubObservers
import Testing

@MainActor
struct RecordingRotationTests {
  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let manager: NotificationManager
  private let context: PluginContext

  init() {
    manager = NotificationManager(scheduler: scheduler)
    context = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
  }

  // MARK: - Attached again

  @Test func `a recorder that is attached again begins another recording`() throws {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    lifecycle.setPhase(.active)
    context.detach(recorder)
    scheduler.advance(by: .seconds(3))
    context.attach(recorder)
    lifecycle.setPhase(.inactive)
    #expect(
      output.pages == [
        [#"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#, #"{"t":0,"app":"active"}"#],
        [
          #"{"transcript":1,"start":"2026-01-01T00:00:03Z"}"#, #"{"t":0,"app":"active"}"#,
          #"{"t":0,"app":"inactive"}"#,
        ],
      ]
    )
    #expect(recorder.lostLineCount == 0)
  }

  @Test func `what was written is not written into while it can't be put aside`() throws {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    context.detach(recorder)
    output.isStuck = true
    context.attach(recorder)
    lifecycle.setPhase(.active)
    #expect(output.pages.map(\.count) == [1])
    #expect(recorder.lostLineCount == 1)
    #expect(recorder.latestError is CocoaError)
    output.isStuck = false
    lifecycle.setAccount("alice")
    #expect(
      output.pages.last?.dropFirst() == [
        "# 1 line is missing here", #"{"t":0,"app":"active"}"#, #"{"t":0,"account":"alice"}"#,
      ]
    )
  }

  // MARK: - Room

  @Test(arguments: [20, 60, 90])
  func `a long list leaves room for what happens`(listCount: Int) throws {
    let output = RecordedPages(capacity: 4096)
    let recorder = TranscriptRecorder(writingTo: output, vocabulary: .readyMade)
    context.attach(recorder)
    let list = (0..<listCount).map { NotificationCursor(order: $0, id: "n\($0)") }
    context.records.note(LatestNotifications(.success(list)))
    for number in 0..<100 {
      try manager.receive(message("\(number)"), via: .remote)
    }
    #expect(output.pages.count <= 8)
    let pushCount = output.pages.joined().count { $0.contains("\"push\"") }
    #expect(pushCount == 100)
    // The longest list has no place at any beginning.
    #expect(recorder.lostLineCount == (listCount < 90 ? 0 : output.pages.count - 1))
    #expect((recorder.latestError is TranscriptFile.LineTooLong) == (listCount == 90))
    for page in output.pages {
      #expect(throws: Never.self) { try transcript(page.joined(separator: "\n")) }
    }
  }

  @Test func `a line for which only the next recording has room is written there`() throws {
    let output = RecordedPages(capacity: 4096)
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    for length in [1700, 3000] {
      let text = String(repeating: "a", count: length)
      manager.receive(try anonymous(text), via: .remote)
    }
    #expect(output.pages.map(\.count) == [2, 2])
    #expect(recorder.lostLineCount == 0)
    #expect(recorder.latestError == nil)
  }

  @Test func `for a line that no recording has room for none is put aside`() throws {
    let output = RecordedPages(capacity: 4096)
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    lifecycle.setAccount(AccountID(rawValue: String(repeating: "b", count: 1500)))
    for length in [2600, 5000] {
      let text = String(repeating: "a", count: length)
      manager.receive(try anonymous(text), via: .remote)
    }
    lifecycle.setPhase(.active)
    #expect(output.pages.count == 1)
    #expect(recorder.lostLineCount == 2)
    #expect((recorder.latestError as? TranscriptFile.LineTooLong)?.maximumByteCount == 4096)
    #expect(output.pages.last?.suffix(2).first == "# 2 lines are missing here")
  }

  // MARK: - What can't be said

  @Test(
    arguments: [
      .unread(.init(result: .success(-1))),
      .unread(.init(result: .success(1), latency: .seconds(-1))),
      .unread(.init(result: .success(1), latency: .seconds(10_000_000_000))),
      .unread(.init(result: .failure(.init(message: "503", retryAfter: .nanoseconds(-1))))),
      .countdown(change(adding: .seconds(10_000_000_000))),
      .countdown(change(adding: Duration(attoseconds: .max))),
      .countdown(change(adding: Duration(attoseconds: .min))),
    ] as [TranscriptInput]
  )
  func `what the format can't say is left out and counted`(input: TranscriptInput) throws {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    context.records.note(try #require(input.featureRecord))
    #expect(recorder.lostLineCount == 1)
    let error = try #require(recorder.latestError as? TranscriptRecorder.Unsayable)
    #expect(error.description.contains(" must be "))
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(recorder.lostLineCount == 1)
    let records = try transcript(output.pages.last?.joined(separator: "\n") ?? "").records
    #expect(records.map(\.input) == [.screenshot])
  }

  @Test func `a recording ends where its times do, and another begins`() throws {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    scheduler.advance(by: .seconds(9_000_000_000))
    lifecycle.screenshotTaken()
    #expect(output.pages.count == 2)
    #expect(output.pages.last?.last == #"{"t":0,"screenshot":{}}"#)
    #expect(recorder.lostLineCount == 0)
  }
}

private func change(adding duration: Duration) -> CountdownChange {
  var change = CountdownChange()
  change.added = [CountdownChange.Model(id: "a", duration: duration)]
  return change
}
