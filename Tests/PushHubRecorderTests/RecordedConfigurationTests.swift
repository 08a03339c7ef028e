import PushHub
import PushHubObservers
import PushHubScripts
import PushHubTesting
import Testing

@testable import PushHubRecorder
@testable import PushHubReplay
@testable import TestSupport

/// A recording's header says how features are configured, so that they play as in the app.
struct RecordedConfigurationTests: AppFixture {
  let app = SimulatedApp()
  private let output = RecordedPages()
  private let source = CountSource()

  @Test func `the header has the pages and the configuration of features`() throws {
    _ = try installRecorder(isRedacted: false)
    try installUnreadSync()
    let page: PageID = "messages"
    let dot = BadgeDot(
      source: SilentSource(),
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: page, firstRun: .show)
    )
    try host.install(dot, named: "dot")
    lifecycle.setPhase(.active)
    let header = """
      {"transcript":1,"start":"2026-01-01T00:00:00Z","list":"messages","tracked":["inbox"],\
      "configuration":{"badge":{"firstRun":"show","listTimeout":60},\
      "unread":{"interval":10,"requestTimeout":60,"spread":0}}}
      """
    #expect(output.lines.first == header)
  }

  @Test(arguments: [false, true])
  func `an app that tracks the inbox every 10 s plays like that`(
    isRedacted: Bool
  ) async throws {
    let recorder = try installRecorder(isRedacted: isRedacted)
    try installUnreadSync()
    await live(answers: [
      .success(21), .success(20),
      .failure(HTTPSourceError(.unauthorized, endpoint: "", statusCode: 401)),
    ])
    #expect(recorder.latestError == nil)
    let replay = try await replay()
    // The words of the failure are hashed.
    #expect(replay.events(of: UnreadSyncEvent.self).dropLast() == source.events.dropLast())
    #expect(replay.events(of: UnreadSyncEvent.self).last?.name == "failed")
    #expect(source.events.contains(.sync(reason: .interval)))
  }

  @Test(arguments: [false, true])
  func `a play of an app with a count of 21 and a 401 shows both`(
    isRedacted: Bool
  ) async throws {
    _ = try installRecorder(isRedacted: isRedacted)
    try installUnreadSync()
    await live(answers: [
      .success(21), .failure(HTTPSourceError(.unauthorized, endpoint: "", statusCode: 401)),
    ])
    let facts = try await replay().facts
    #expect(facts.contains("count: 21"))
    #expect(facts.contains { $0.hasPrefix("request: failed, begun at ") })
  }

  @Test func `a feature that comes after the first line is in the next recording`() throws {
    let recorder = try installRecorder(isRedacted: false)
    lifecycle.setPhase(.active)
    #expect(recorder.latestError == nil)
    try installUnreadSync()
    #expect("\(try #require(recorder.latestError))".hasPrefix("A feature was attached after the"))
    #expect(output.lines.first?.contains("inbox") == false)
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(output.lines.first?.contains(#""tracked":["inbox"]"#) == true)
  }

  @Test
  func `an unanswered request is not recorded, and shifts no later answer`()
    async throws
  {
    _ = try installRecorder(isRedacted: false)
    try installUnreadSync()
    await live(answers: [])
    lifecycle.setPhase(.active)
    pass(60)
    source.answers = [.success(-2), .success(5)]
    for _ in 1...2 {
      await wait(10)
    }
    #expect(output.lines.filter { $0.contains("asked") }.count == 2)
    let replay = try await replay()
    #expect(
      replay.events(of: UnreadSyncEvent.self).filter { $0.name == "count" } == [.count(count: 5)]
    )
    #expect(replay.facts.contains("count: 5"))
  }

  @Test func `a script with a part of a configuration has a server that answers zero`()
    async throws
  {
    let text = """
      {"transcript":1,"configuration":{"unread":{"interval":10}}}
      {"t":0,"account":"a"}
      {"t":0,"app":"active"}
      {"t":0,"page":"home","visible":true}
      {"t":25,"end":{}}
      """
    let replay = try await playedReplay(of: transcript(text), with: ReadyMadeScripts().always)
    let reasons = ["firstAppearance", "interval", "interval"]
    #expect(
      replay.events(of: UnreadSyncEvent.self)
        == reasons.compactMap { UnreadSyncReason(rawValue: $0).map { .sync(reason: $0) } }
    )
  }

  @Test func `a recording that ends before the first answer has no count in the play`() async throws
  {
    _ = try installRecorder(isRedacted: false)
    try installUnreadSync()
    await live(answers: [])
    #expect(try await replay().facts.contains("count: not known"))
  }

  @Test func `what is true when the recorder is attached has the time of that`() throws {
    lifecycle.setAccount("ann")
    _ = try installRecorder(isRedacted: false)
    pass(2)
    lifecycle.setPhase(.active)
    #expect(
      output.lines.dropFirst() == [#"{"t":0,"account":"ann"}"#, #"{"t":2,"app":"active"}"#]
    )
  }

  @Test func `an unreadable configuration is left out, and reported`() throws {
    let recorder = try installRecorder(isRedacted: false)
    try host.install(EndlessFeature(), named: "endless")
    lifecycle.setPhase(.active)
    #expect(recorder.latestError != nil)
    #expect(output.lines.first == #"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#)
  }

  // MARK: - Reading

  @Test(
    arguments: [
      (#"{"oven":{}}"#, #""oven" has no place in "configuration", which may have "#),
      (#"{"unread":{"pace":1}}"#, #""pace" has no place in "unread", which may have "interval", "#),
      (#"{"unread":{"interval":"1"}}"#, #""interval" in "unread" must be a number of seconds"#),
      (#"{"unread":10}"#, #""unread" in "configuration" must be an object"#),
      (#"[]"#, #""configuration" in the header must be an object"#),
    ]
  )
  func `an unknown feature or property is a mistake in the header`(json: String, message: String) {
    let error = transcriptError("# first\n" + #"{"transcript":1,"configuration":"# + json + "}")
    #expect(error?.line == 2)
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func `missing header values have defaults, and others are bounded`() throws {
    let header = try transcript(
      #"{"transcript":1,"configuration":{"unread":{"interval":0.001},"countdown":{}}}"#
    )
    let standard = UnreadSync.Configuration(trackedPages: [], spread: .seconds(3))
    let unread = header.configuration(over: standard)
    #expect(unread.interval == .seconds(1))
    #expect(unread.spread == .seconds(3))
    let interval = Duration.milliseconds(100)
    let countdown = CountdownHandler.Configuration(interval: interval)
    #expect(header.configuration(over: countdown).interval == interval)
    #expect(try transcript(header.headerLine) == header)
  }

  // MARK: - The app

  private func installRecorder(isRedacted: Bool) throws -> TranscriptRecorder {
    let recorder = output.recorder(isRedacted: isRedacted)
    try host.install(recorder, named: "recorder")
    return recorder
  }

  private func installUnreadSync() throws {
    let unread = UnreadSync(
      source: source,
      configuration: UnreadSync.Configuration(
        trackedPages: ["inbox"],
        interval: .seconds(10),
        spread: .zero
      ),
      generator: SequenceGenerator()
    )
    unread.log = { [source] in if !$0.isSkip { source.events.append($0) } }
    try host.install(unread, named: "counter")
  }

  /// Shows the inbox for 10 s an answer; the app is left before anything is tried again.
  private func live(answers: [Result<Int, any Error>]) async {
    source.answers = answers
    lifecycle.setAccount("ann")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("inbox")
    await settle()
    for _ in answers.dropFirst() {
      await wait(10)
    }
    pass(1)
    lifecycle.setPhase(.background)
    #expect(source.answers.isEmpty)
  }

  private func replay() async throws -> Replay {
    try await playedReplay(of: output.transcript(), with: ReadyMadeScripts().always)
  }
}

@MainActor
private final class CountSource: UnreadCountSource {
  var answers: [Result<Int, any Error>] = []
  var events: [UnreadSyncEvent] = []

  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int {
    guard !answers.isEmpty else {
      _ = try await ScheduledStream<Int>().next()
      throw CancellationError()
    }
    return try answers.removeFirst().get()
  }
}

private final class EndlessFeature: LoggingPlugin {
  struct Never: RecordedConfiguration {
    static let feature = "endless"
    var interval = Duration.seconds(10_000_000_000)
  }

  var log: ((UnreadSyncEvent) -> Void)?
  var recordedConfiguration: (any RecordedConfiguration)? { Never() }
}

private struct SilentSource: LatestNotificationSource {
  func snapshots(for account: AccountID) -> AsyncStream<[NotificationCursor]> {
    AsyncStream { _ in }
  }
}
