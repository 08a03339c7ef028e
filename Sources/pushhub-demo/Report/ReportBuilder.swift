import PushHub

/// Makes a report of a play: from what happened and what was said about it, step by step.
struct ReportBuilder {
  private let records: [TranscriptRecord]
  private var report: Report
  private var state: ReportState

  /// What can be the cause of what comes.
  private(set) var causes = ReportCauses()
  private var spans = ReportSpans()
  private var requests: [ReportState.Request] = []
  private var strangePushes: Set<String> = []

  /// The record that says what the server answers, until a request has been answered so.
  private var unusedAnswer: Int?

  /// Begins with nothing played.
  init(_ transcript: Transcript, named name: String) {
    records = transcript.recordsToPlay
    report = Report(name: printable(name), start: transcript.header.start)
    state = ReportState(header: transcript.header)
  }

  /// The report of a play.
  ///
  /// - Parameters:
  ///   - transcript: What was played.
  ///   - steps: All that the journal handed on, in order.
  ///   - name: What the reader knows the transcript by.
  /// - Complexity: O(*n* log *n*) in the number of records and lines.
  static func report(
    of transcript: Transcript,
    playedIn steps: [PlayedStep],
    named name: String
  ) -> Report {
    var builder = ReportBuilder(transcript, named: name)
    for step in steps {
      builder.take(step)
    }
    return builder.finish()
  }
}

// MARK: - Steps

extension ReportBuilder {
  /// The marks that a step became.
  struct Marks: Equatable {
    /// That of the record, if there is one.
    var record: Int?

    /// Those of the lines, in their order; several ticks may be one mark.
    var lines: [Int] = []
  }

  /// How many marks there are.
  var markCount: Int { report.marks.count }

  /// Takes the next step.
  @discardableResult
  mutating func take(_ step: PlayedStep) -> Marks {
    report.end = max(report.end, step.time)
    var cause: Int?
    if let record = step.record {
      cause = take(records[record], number: record + 1)
    } else {
      report.summary.wakeUps += 1
    }
    if step.record.map({ records[$0].input.isPush }) ?? false,
      !step.lines.contains(where: { $0.speaker == .hub })
    {
      report.summary.dropped += 1
    }
    let reason = state.reasonForNoRequest(at: step.time)
    return Marks(
      record: cause,
      lines: step.lines.map { take($0, of: cause, whyNoRequest: reason) }
    )
  }

  /// - Returns: The record's mark; the end of the play has none.
  private mutating func take(_ record: TranscriptRecord, number: Int) -> Int? {
    let input = record.input
    guard input.kind != .end else { return nil }
    report.recordCount += 1
    let mark = report.marks.count
    report.marks.append(
      ReportMark(
        at: record.time,
        lane: input.lane,
        source: .record(number),
        kind: input.kind.rawValue,
        words: printable(input.sentence),
        label: printable(input.label),
        texts: [printableJSON(record.jsonLine)],
        why: state.reasonForNothing(after: input, at: record.time)
      )
    )
    if case .account(let account) = input, account != state.account {
      cancelRequest(at: record.time)
    }
    if case .unread = input {
      unusedAnswer = mark
    }
    spans.note(input, as: mark, at: record.time, in: &report, before: state)
    causes.note(input, as: mark)
    state.apply(input, at: record.time)
    return mark
  }

  /// - Returns: The line's mark.
  private mutating func take(
    _ line: PlayedLine,
    of record: Int?,
    whyNoRequest: String?
  ) -> Int {
    report.summary.note(line)
    if line.event == "issue", strangePushes.insert(line.text("id")).inserted {
      report.summary.strange += 1
    }
    let cause = record.map { causes.cause(of: line, in: $0) } ?? causes.cause(of: line)
    if let mark = spans.extend(line, of: cause, in: &report) { return mark }
    let mark = report.marks.count
    report.marks.append(
      ReportMark(
        at: line.time,
        lane: line.lane,
        source: .line(line.speaker),
        kind: line.event,
        words: printable(line.sentence),
        label: printable(line.label),
        texts: [printableJSON(line.json.jsonText)],
        cause: cause,
        why: line.event == "received"
          ? whyNoRequest ?? line.reasonForNothing : line.reasonForNothing
      )
    )
    spans.note(line, as: mark, of: cause, in: &report)
    causes.note(line, as: mark)
    state.note(line, as: mark)
    if line.speaker == .unread, line.event == "sync" {
      beginRequest(at: line.time)
    }
    return mark
  }
}

// MARK: - Requests

extension ReportBuilder {
  private mutating func beginRequest(at time: Duration) {
    guard let request = state.request else { return }
    requests.append(request)
    report.marks[request.mark].until = request.ends
    if let answer = unusedAnswer {
      let delay = time - report.marks[answer].at
      let moment = delay == .zero ? "at once" : "\(delay.words) later"
      report.marks[answer].why =
        "Nobody is told; the first request that gets this answer begins \(moment)."
      unusedAnswer = nil
    }
  }

  private mutating func cancelRequest(at time: Duration) {
    guard let request = state.request, state.isAsking(at: time) else { return }
    report.marks[request.mark].until = time
    report.marks[request.mark].why = "The request was given up, since the account changed."
  }
}

// MARK: - The end

extension ReportBuilder {
  /// Ends the play.
  mutating func finish() -> Report {
    spans.finish(&report)
    for request in requests {
      let mark = report.marks[request.mark]
      report.marks[request.mark].why = mark.why ?? reasonForNoAnswer(to: request)
      report.summary.note(
        ReportSummary.Work(
          mark: request.mark,
          speaker: .unread,
          duration: min(mark.until ?? mark.at, report.end) - mark.at
        )
      )
    }
    for cause in report.marks.compactMap(\.cause) {
      report.marks[cause].why = nil
    }
    for index in report.marks.indices {
      report.marks[index].until = report.marks[index].until.map { min($0, report.end) }
    }
    report.quiet = report.quietStretches
    return report
  }

  private func reasonForNoAnswer(to request: ReportState.Request) -> String {
    if request.ends > report.end { return "The play ended before the answer came." }
    return switch request.answer.result {
    case .success(let count): "The answer was \(count), as is shown already."
    case .failure: "The server failed, and nothing was said about it."
    }
  }
}
