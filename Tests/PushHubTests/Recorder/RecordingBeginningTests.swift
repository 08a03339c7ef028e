import Foundation
import PushHub
import PushHubObservers
import Testing

/// What a recording begins with, so that it plays as the app goes on.
@MainActor
struct RecordingBeginningTests {
  private typealias Change = CountdownChange

  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let manager: NotificationManager
  private let context: PluginContext

  init() {
    manager = NotificationManager(scheduler: scheduler)
    context = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
  }

  // MARK: - What is true

  @Test func `countdowns go on in the next recording with what is left of them`() {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    lifecycle.setPhase(.active)
    var change = Change()
    change.background = .pauses
    change.added = [
      Change.Model(id: "sale", duration: .seconds(1000)),
      Change.Model(id: "brief", duration: .seconds(5)),
    ]
    change.shown = ["sale", "later"]
    context.records.note(change)
    scheduler.advance(by: .seconds(100))
    lifecycle.setPhase(.background)
    scheduler.advance(by: .seconds(50))
    output.isFull = true
    lifecycle.setPhase(.active)
    #expect(
      output.pages.last?.dropFirst() == [
        #"{"t":0,"countdown":{"add":[{"id":"sale","seconds":900}],"background":"pauses","#
          + #""show":["sale","later"]}}"#,
        #"{"t":0,"app":"active"}"#,
      ]
    )
    change = Change()
    change.isRunning = false
    change.hidden = ["sale"]
    context.records.note(change)
    scheduler.advance(by: .seconds(50))
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(
      output.pages.last?.dropFirst().first
        == #"{"t":0,"countdown":{"add":[{"id":"sale","seconds":900}],"background":"pauses","#
        + #""running":false,"show":["later"]}}"#
    )
  }

  @Test func `a countdown that has ended is not told again when its list is`() {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    var change = Change()
    change.added = [Change.Model(id: "brief", duration: .seconds(5))]
    context.records.note(change)
    scheduler.advance(by: .seconds(6))
    output.isFull = true
    context.records.note(change)
    #expect(output.pages.last?.dropFirst() == [#"{"t":0,"countdown":{}}"#])
    change.removed = ["brief"]
    context.records.note(change)
    #expect(
      output.pages.last?.last
        == #"{"t":0,"countdown":{"add":[{"id":"brief","seconds":5}],"remove":["brief"]}}"#
    )
  }

  @Test func `what was read is told in the next recording before the list`() {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    lifecycle.setAccount("ann")
    context.records.note(LatestNotifications(.success([NotificationCursor(order: 1, id: "n1")])))
    context.records.note(
      LatestNotifications(
        .success([NotificationCursor(order: 2, id: "n2"), NotificationCursor(order: 1, id: "n1")])
      )
    )
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(
      output.pages.last?.dropFirst() == [
        #"{"t":0,"account":"ann"}"#, #"{"t":0,"read":{"id":"n1","order":1}}"#,
        #"{"t":0,"latest":[{"id":"n2","order":2},{"id":"n1","order":1}]}"#,
        #"{"t":0,"screenshot":{}}"#,
      ]
    )
    context.records.note(ReadNotifications(upTo: nil))
    lifecycle.setAccount(nil)
    output.isFull = true
    lifecycle.setAccount("ann")
    #expect(
      output.pages.last?.dropFirst() == [
        #"{"t":0,"account":"ann"}"#, #"{"t":0,"read":{"id":"n2","order":2}}"#,
      ]
    )
  }

  @Test func `the next recording plays on where the one before it stopped`() async throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + Exhaustive.choose(10, thorough: 100) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      var original = try day.transcript(recordCount: 80)
      original.records.removeAll { !isRestated($0.input) }
      let end = original.records.last?.time ?? .zero
      original.records.append(TranscriptRecord(time: end, input: .end))
      let output = RecordedPages()
      output.filledPageSize = 2 + Int(seed % 40)
      let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
      let lines = try await played(original, recorder: recorder)
      let next = try transcript(output.pages.last?.joined(separator: "\n") ?? "")
      let offset = next.header.start.timeIntervalSince(original.header.start)
      let expected = try lines.compactMap { try story($0, from: offset) }
      let told = try await played(next).compactMap { try story($0, from: 0, at: offset) }
      try #require(told == expected, "\(SeededGenerator.hint(seed))")
    }
  }

  /// What an app is restored from in the next recording: neither requests nor lost connections.
  private func isRestated(_ input: TranscriptInput) -> Bool {
    switch input {
    case .app, .page, .overlay, .account: true
    case .feature(let feature):
      (try? (feature.record as? LatestNotifications)?.result.get()) != nil
        || feature.record is CountdownChange || feature.record is ReadNotifications
    default: false
    }
  }

  /// An end or a change of the dot after a time, in milliseconds from the original's start.
  private func story(
    _ line: String,
    from start: Double,
    at offset: Double = 0
  ) throws -> String? {
    let members = try PushPayload(json: line.utf8).object
    guard let event = members["event"]?.stringValue, ["expired", "dot"].contains(event),
      let time = members["t"]?.numberValue?.double, time > start + 0.0005
    else { return nil }
    let what = members["id"]?.stringValue ?? members["shown"]?.boolValue.map { "\($0)" } ?? ""
    return "\(Int(((time + offset) * 1000).rounded())) \(event) \(what)"
  }

  // MARK: - Several windows

  @Test func `what covers another window covers nothing in the recording`() {
    let output = RecordedPages()
    lifecycle.setScenes(["a": .active, "b": .active])
    let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
    context.attach(recorder)
    lifecycle.pageAppeared("notifications", scene: "a")
    lifecycle.overlayAdded(scene: "b")
    lifecycle.pageAppeared("reader", scene: "b")
    lifecycle.overlayAdded(scene: "a")
    lifecycle.screenshotTaken()
    lifecycle.overlayRemoved(scene: "b")
    #expect(
      output.pages.last?.dropFirst() == [
        #"{"t":0,"app":"active"}"#,
        #"{"t":0,"page":"notifications","visible":true}"#,
        #"{"t":0,"overlay":true}"#, #"{"t":0,"overlay":true}"#,
        #"{"t":0,"page":"reader","visible":true}"#,
        #"{"t":0,"screenshot":{}}"#,
        #"{"t":0,"page":"notifications","visible":false}"#,
        #"{"t":0,"overlay":false}"#, #"{"t":0,"overlay":false}"#,
      ]
    )
  }

  @Test func `the user of a recording looks at the pages of the user of several windows`() throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + Exhaustive.choose(10, thorough: 200) {
      var generator = SeededGenerator(seed: seed)
      let lifecycle = AppLifecycle()
      let output = RecordedPages()
      output.filledPageSize = 2 + generator.below(40)
      let recorder = TranscriptRecorder(writingTo: output, privacy: .complete)
      PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(recorder)
      for _ in 0..<30 {
        let scene: SceneID = ["main", "a", "b"][generator.below(3)]
        let page: PageID = ["home", "notifications", "reader"][generator.below(3)]
        switch generator.below(8) {
        case 0, 1: lifecycle.pageAppeared(page, scene: scene)
        case 2: lifecycle.pageDisappeared(page, scene: scene)
        case 3: lifecycle.overlayAdded(scene: scene)
        case 4: lifecycle.overlayRemoved(scene: scene)
        case 5: lifecycle.sceneDisconnected(scene)
        default: lifecycle.setPhase(AppPhase.allCases[generator.below(3)], scene: scene)
        }
        let next = try transcript(output.pages.last?.joined(separator: "\n") ?? "")
        let told = follow(next).state
        try #require(
          told.phase == lifecycle.state.phase
            && Set(told.pagesLookedAt) == Set(lifecycle.state.pagesLookedAt),
          "\(SeededGenerator.hint(seed))"
        )
      }
    }
  }

  private func follow(_ transcript: Transcript) -> AppLifecycle {
    let lifecycle = AppLifecycle()
    for record in transcript.records {
      switch record.input {
      case .app(let phase): lifecycle.setPhase(phase)
      case .page(let page, isVisible: true): lifecycle.pageAppeared(page)
      case .page(let page, isVisible: false): lifecycle.pageDisappeared(page)
      case .overlay(true): lifecycle.overlayAdded()
      case .overlay(false): lifecycle.overlayRemoved()
      default: break
      }
    }
    return lifecycle
  }
}
