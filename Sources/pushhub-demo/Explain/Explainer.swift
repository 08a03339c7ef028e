import Foundation
import PushHub

/// Follows a play step by step, so that it can say at the end what led to what is true then.
struct Explainer {
  private let transcript: Transcript
  private let lines: [Int]
  private var builder: ReportBuilder
  private var history: FactHistory

  /// - Parameters:
  ///   - transcript: What is played.
  ///   - lines: The line of each of its records.
  ///   - facts: What is true before anything has happened.
  init(_ transcript: Transcript, lines: [Int], facts: [ExplainedFact]) {
    self.transcript = transcript
    self.lines = lines
    builder = ReportBuilder(transcript, named: "")
    history = FactHistory(facts)
  }

  /// Takes the next step, and what is true after it.
  mutating func take(_ step: PlayedStep, facts: [ExplainedFact]) {
    let marks = builder.take(step)
    history.take(facts, after: step, marked: marks, markCount: builder.markCount)
  }
}

// MARK: - The explanation

extension Explainer {
  /// What is true now, and what led there.
  ///
  /// - Parameters:
  ///   - time: How far was played.
  ///   - asked: How far was to be played.
  ///   - name: What the reader knows the transcript by.
  ///   - subjects: About whom.
  func explanation(
    at time: Duration,
    asked: Duration,
    named name: String,
    about subjects: [ExplainedSubject]
  ) -> Explanation {
    var builder = self.builder
    let causes = builder.causes
    let marks = builder.finish().marks
    return Explanation(
      name: name,
      time: time,
      start: transcript.header.start,
      asked: asked > time ? asked : nil,
      sections: subjects.map { section(about: $0, causes, marks) }
    )
  }

  private func section(
    about subject: ExplainedSubject,
    _ causes: ReportCauses,
    _ marks: [ReportMark]
  ) -> Explanation.Section {
    let claims = history.entries.filter { $0.fact.subject == subject }
      .map { entry in
        Explanation.Claim(
          fact: entry.fact,
          since: entry.since,
          chain: entry.fact.hasCauses ? chain(to: entry, causes, marks) : []
        )
      }
    let steps = [Explanation.Step](merging: claims.map(\.chain))
    return Explanation.Section(
      subject: subject,
      claims: claims,
      chain: steps,
      unheeded: unheeded(by: subject, after: steps.last?.place ?? -1, marks)
    )
  }

  private func chain(
    to entry: FactHistory.Entry,
    _ causes: ReportCauses,
    _ marks: [ReportMark]
  ) -> [Explanation.Step] {
    let ends = [entry.mark, earlierMark(of: entry, marks)] + entry.fact.nextLines.map(causes.cause)
    var chains = ends.map { chain(to: $0, marks) }
    if let place = entry.silentPlace, let since = entry.since, entry.mark != nil {
      chains.append([
        Explanation.Step(
          time: since,
          line: nil,
          words: entry.fact.arrival,
          place: 2 * place - 1
        )
      ])
    }
    return [Explanation.Step](merging: chains)
  }

  private func earlierMark(of entry: FactHistory.Entry, _ marks: [ReportMark]) -> Int? {
    guard let line = entry.fact.earlierLine, let mark = entry.mark else { return nil }
    return marks[..<mark].lastIndex {
      $0.source == .line(line.speaker) && $0.kind == line.event
    }
  }

  /// A mark and what it came of, the root first.
  private func chain(to mark: Int?, _ marks: [ReportMark]) -> [Explanation.Step] {
    sequence(first: mark) { $0.flatMap { marks[$0].cause } }
      .prefix { $0 != nil }
      .compactMap { $0 }
      .reversed()
      .map { place in
        let mark = marks[place]
        return Explanation.Step(
          time: mark.at,
          line: line(of: mark.source),
          words: mark.words,
          place: 2 * place
        )
      }
  }

  private func line(of source: ReportMark.Source) -> Int? {
    guard case .record(let number) = source, number <= lines.count else { return nil }
    return lines[number - 1]
  }

  /// The latest thing after a place that might have mattered to somebody and did not.
  private func unheeded(
    by subject: ExplainedSubject,
    after place: Int,
    _ marks: [ReportMark]
  ) -> Explanation.Unheeded? {
    let first = place < 0 ? 0 : place / 2 + 1
    guard
      let index = marks.indices[first...].last(where: {
        subject.isConcerned(with: marks[$0], header: transcript.header)
      }),
      let why = marks[index].why
    else { return nil }
    return Explanation.Unheeded(chain: chain(to: index, marks), why: why)
  }
}

extension ExplainedSubject {
  /// Whether something might bring an observer to do something.
  fileprivate func isConcerned(with mark: ReportMark, header: TranscriptHeader) -> Bool {
    switch (self, mark.kind) {
    case (.unread, "received"): true
    case (.unread, "app"): mark.label != AppPhase.background.rawValue
    case (.unread, "page"): header.trackedPages.contains { $0.rawValue == mark.label }
    case (.countdown, "countdown"), (.badge, "latest"), (.badge, "read"): true
    case (.screenshot, "preview"): mark.lane == .previews && mark.source != .line(.screenshot)
    default: false
    }
  }
}
