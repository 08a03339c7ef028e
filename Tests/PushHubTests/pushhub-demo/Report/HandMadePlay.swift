import PushHub

@testable import pushhub_demo

/// A play in which hub and observers say what a test wants them to say.
struct HandMadePlay {
  struct Said {
    let speaker: PlayedLine.Speaker
    let event: String
    let details: KeyValuePairs<String, JSONValue?>
  }

  private let transcript: Transcript
  private var steps: [PlayedStep] = []
  private var nextRecord = 0

  /// Begins with records, a line each, to be played below a header.
  init(_ records: String) throws {
    transcript = try PushHubTests.transcript("{\"transcript\":1}\n" + records)
  }

  /// Lets the next record come about, and something be said in its step.
  mutating func record(_ said: Said...) {
    let time = transcript.recordsToPlay[nextRecord].time
    steps.append(step(at: time, record: nextRecord, said))
    nextRecord += 1
  }

  /// Lets timers be due at an instant, and something be said in their step.
  mutating func timer(_ seconds: Double, _ said: Said...) {
    steps.append(step(at: .seconds(seconds), record: nil, said))
  }

  /// The report, with the records that were not let come about in silence at the end.
  func report(named name: String = "a.jsonl") -> Report {
    var play = self
    while play.nextRecord < transcript.recordsToPlay.count {
      play.record()
    }
    return ReportBuilder.report(of: transcript, playedIn: play.steps, named: name)
  }

  private func step(at time: Duration, record: Int?, _ said: [Said]) -> PlayedStep {
    PlayedStep(
      time: time,
      record: record,
      lines: said.map {
        PlayedLine(time: time, speaker: $0.speaker, event: $0.event, details: $0.details)
      }
    )
  }
}

extension HandMadePlay.Said {
  static func hub(_ event: String, _ id: String) -> Self {
    Self(speaker: .hub, event: event, details: ["id": .string(id)])
  }

  static func sync(_ reason: String) -> Self {
    Self(speaker: .unread, event: "sync", details: ["reason": .string(reason)])
  }

  static func count(_ count: Int) -> Self {
    Self(speaker: .unread, event: "count", details: ["count": .number(JSONNumber(count))])
  }

  static func failed(_ error: String, retryIn: JSONValue? = 1) -> Self {
    Self(
      speaker: .unread,
      event: "failed",
      details: ["error": .string(error), "retryIn": retryIn]
    )
  }

  static func tick(_ id: String, _ remaining: JSONValue) -> Self {
    Self(
      speaker: .countdown,
      event: "tick",
      details: ["id": .string(id), "remaining": remaining]
    )
  }

  static func expired(_ id: String) -> Self {
    Self(speaker: .countdown, event: "expired", details: ["id": .string(id)])
  }

  static func dot(_ node: String, _ isShown: Bool) -> Self {
    Self(speaker: .badge, event: "dot", details: ["node": .string(node), "shown": .bool(isShown)])
  }

  static func screenshot(_ event: String, _ outcome: String? = nil) -> Self {
    Self(
      speaker: .screenshot,
      event: event,
      details: ["outcome": outcome.map(JSONValue.string)]
    )
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
