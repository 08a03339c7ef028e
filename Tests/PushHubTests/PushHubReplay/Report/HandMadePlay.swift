import PushHub
import PushHubObservers
import PushHubRecorder

@testable import PushHubReplay
@testable import PushHubScripts

/// A play in which hub and features tell what a test wants them to tell.
///
/// What the records look like is what the ready-made features have to say of them.
@MainActor
struct HandMadePlay {
  struct Said {
    let speaker: Speaker
    let event: any FeatureEvent
  }

  private let transcript: Transcript
  private let scheduler: ManualScheduler
  private let app: ReplayedApp
  private let start: ContinuousClock.Instant
  private var played: Report
  private var nextRecord = 0

  /// Begins with records, a line each, to be played below a header.
  init(_ records: String, named name: String = "a.jsonl") throws {
    transcript = try PushHubTests.transcript("{\"transcript\":1}\n" + records)
    scheduler = ManualScheduler(date: transcript.start)
    start = scheduler.now
    app = ReplayedApp(scheduler: scheduler)
    // What really comes of the records is of no interest.
    let journal = Journal(scheduler: scheduler)
    try app.install(ReadyMadeScripts().all, for: transcript, journal: journal)
    played = Report(
      named: name,
      start: transcript.start,
      features: app.scripts.map { ($0.name, $0.title) }
    )
  }

  /// Lets the next record come about, and something be told in its step.
  mutating func record(_ said: Said...) async {
    let record = transcript.recordsToPlay[nextRecord]
    nextRecord += 1
    scheduler.advance(to: start + record.time)
    await scheduler.settle()
    played.begin(record, in: app)
    app.apply(record.input)
    await scheduler.settle()
    played.add(step(at: record.time, record: record, said))
  }

  /// Lets timers be due at an instant, and something be told in their step.
  mutating func timer(_ seconds: Double, _ said: Said...) {
    played.add(step(at: .seconds(seconds), record: nil, said))
  }

  /// The report, with the records that were not let come about in silence at the end.
  func report() async -> Report {
    var play = self
    while play.nextRecord < transcript.recordsToPlay.count {
      await play.record()
    }
    return play.played
  }

  private func step(at time: Duration, record: TranscriptRecord?, _ said: [Said]) -> PlayedStep {
    PlayedStep(
      time: time,
      record: record,
      notes: said.map {
        .told(Told(time: time, event: $0.event, speaker: $0.speaker))
      }
    )
  }
}

extension HandMadePlay.Said {
  static func hub(_ event: HubEvent) -> Self { Self(speaker: .hub, event: event) }

  static func received(_ id: String) -> Self { hub(.received(id: id)) }

  static func unread(_ event: UnreadSyncEvent) -> Self {
    Self(speaker: Speaker(name: "unread", rank: 1), event: event)
  }

  static func sync(_ reason: UnreadSyncReason) -> Self { unread(.sync(reason)) }

  static func count(_ count: Int) -> Self { unread(.count(count)) }

  static func failed(_ error: String) -> Self { unread(.failed(error, retryIn: .seconds(1))) }

  static func tick(_ id: CountdownID, _ remaining: Int) -> Self {
    countdown(.tick(id, remaining: .seconds(remaining)))
  }

  static func expired(_ id: CountdownID) -> Self { countdown(.expired(id)) }

  private static func countdown(_ event: CountdownEvent) -> Self {
    Self(speaker: Speaker(name: "countdown", rank: 2), event: event)
  }

  static func dot(_ page: PageID, _ isShown: Bool) -> Self {
    Self(
      speaker: Speaker(name: "badge", rank: 3),
      event: BadgeDotEvent.dot(page, isShown: isShown)
    )
  }

  static func screenshot(_ event: ScreenshotEvent) -> Self {
    Self(speaker: Speaker(name: "screenshot", rank: 4), event: event)
  }
}

extension Report {
  /// The marks of a kind, in order.
  func marks(_ kind: String) -> [ReportMark] { marks.filter { $0.kind == kind } }

  /// The kinds of the marks that caused those of a kind.
  func causes(of kind: String) -> [String?] {
    marks(kind).map { $0.cause.map { marks[$0].kind } }
  }
}

extension ReportMark {
  /// Whether a feature told it, and no record did.
  var isTold: Bool { speaker != nil }
}

/// The report of records, a line each, that really play on the ready-made features.
@MainActor
func report(ofRecords records: String) async throws -> Report {
  try await report(of: transcript("{\"transcript\":1}\n" + records), named: "a.jsonl")
}
