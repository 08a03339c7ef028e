import Foundation
import PushHub
import PushHubObservers
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RecordingRotationTests {
  private typealias Change = CountdownChange

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
    let output = Pages()
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
    let output = Pages()
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
    let output = Pages(capacity: 4096)
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
    let output = Pages(capacity: 4096)
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
    let output = Pages(capacity: 4096)
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

  // MARK: - What is true

  @Test func `countdowns go on in the next recording with what is left of them`() {
    let output = Pages()
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
    let output = Pages()
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
    let output = Pages()
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
    for seed in start..<start + 100 {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      var original = try day.transcript(recordCount: 80)
      original.records.removeAll { !isRestated($0.input) }
      let end = original.records.last?.time ?? .zero
      original.records.append(TranscriptRecord(time: end, input: .end))
      let output = Pages()
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
    let output = Pages()
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
    for seed in start..<start + 200 {
      var generator = SeededGenerator(seed: seed)
      let lifecycle = AppLifecycle()
      let output = Pages()
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
    let output = Pages()
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
    let output = Pages()
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

/// What was written, one recording after another.
@MainActor
private final class Pages: TranscriptOutput {
  private(set) var pages: [[String]] = [[]]
  let capacity: Int?
  var isStuck = false

  /// After how many lines the first page is full, if it is ever.
  var filledPageSize = Int.max

  private var isFilled = false

  init(capacity: Int? = nil) {
    self.capacity = capacity
  }

  private var byteCount: Int {
    pages.last?.reduce(0) { $0 + $1.utf8.count + 1 } ?? 0
  }

  var isFull: Bool {
    get {
      isFilled || capacity.map { byteCount >= $0 / 2 } ?? false
        || pages.count == 1 && pages[0].count >= filledPageSize
    }
    set { isFilled = newValue }
  }

  func write(_ line: String) throws {
    pages[pages.count - 1].append(line)
    if let capacity {
      #expect(byteCount <= capacity)
    }
  }

  func startOver() throws {
    if isStuck { throw CocoaError(.fileWriteOutOfSpace) }
    pages.append([])
    isFilled = false
  }
}
