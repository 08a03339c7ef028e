import PushHub

/// Follows what lasts from its beginning to its end.
struct ReportSpans {
  private enum Lasting: Hashable {
    case phase
    case account
    case page(PageID)
    case dot(String)
    case preview
  }

  /// Ticks of one countdown that follow each other, which are one mark.
  private struct Ticks {
    let mark: Int
    let cause: Int?
    let firstRemaining: String
    var count = 1

    /// The latest of several, which is put into words once no more are to come.
    var last: PlayedLine?
  }

  /// After so long without a tick, the next one is a mark of its own.
  private static let longestTickPause = Duration.seconds(30)

  private var open: [Lasting: Int] = [:]
  private var overlays: [Int] = []
  private var countdowns: [String: Int] = [:]
  private var ticks: [String: Ticks] = [:]
}

extension ReportSpans {
  /// Takes notice of a record that became a mark.
  mutating func note(
    _ input: TranscriptInput,
    as mark: Int,
    at time: Duration,
    in report: inout Report,
    before state: ReportState
  ) {
    switch input {
    case .app:
      if open[.phase] == nil, time > .zero {
        let label = AppPhase.background.rawValue
        report.bars.append(ReportBar(lane: .phase, from: .zero, until: time, label: label))
      }
      begin(.phase, as: mark, at: time, in: &report)
    case .account(nil): end(.account, at: time, in: &report)
    case .account(let account) where account != state.account:
      begin(.account, as: mark, at: time, in: &report)
    case .page(let page, isVisible: true) where !state.pages.contains(page):
      begin(.page(page), as: mark, at: time, in: &report)
    case .page(let page, isVisible: false): end(.page(page), at: time, in: &report)
    case .overlay(true):
      report.marks[mark].until = .seconds(Int64.max)
      overlays.append(mark)
    case .overlay(false):
      if let overlay = overlays.popLast() {
        report.marks[overlay].until = time
      }
    case .countdown(let change): note(change, at: time, in: &report)
    case .launch, .account, .page, .token, .tokenError, .push, .open, .screenshot, .preview,
      .unread, .latest, .read, .end:
      break
    }
  }

  private mutating func note(
    _ change: TranscriptInput.CountdownChange,
    at time: Duration,
    in report: inout Report
  ) {
    for id in change.removed {
      endCountdown(id, at: time, in: &report)
    }
    for model in change.added where countdowns[model.id] == nil {
      countdowns[model.id] = report.bars.count
      report.bars.append(
        ReportBar(
          lane: .countdowns,
          from: time,
          until: .seconds(Int64.max),
          label: printable(model.id)
        )
      )
    }
  }

  /// Takes notice of a line that became a mark.
  mutating func note(
    _ line: PlayedLine,
    as mark: Int,
    of cause: Int?,
    in report: inout Report
  ) {
    switch (line.speaker, line.event) {
    case (.unread, "count"):
      report.counts.append(ReportCount(at: line.time, count: Int(line.text("count")) ?? 0))
    case (.countdown, "tick"):
      endTicks(of: line.text("id"), in: &report)
      ticks[line.text("id")] = Ticks(
        mark: mark,
        cause: cause,
        firstRemaining: line.time("remaining")
      )
    case (.countdown, "expired"): endCountdown(line.text("id"), at: line.time, in: &report)
    case (.badge, "dot") where line.text("shown") == "true":
      begin(.dot(line.text("node")), as: mark, at: line.time, in: &report)
    case (.badge, "dot"): end(.dot(line.text("node")), at: line.time, in: &report)
    case (.screenshot, "preview"): begin(.preview, as: mark, at: line.time, in: &report)
    case (.screenshot, "hidden"):
      if let preview = open[.preview] {
        report.marks[preview].why = "It was up until something else ended it."
      }
      end(.preview, at: line.time, in: &report)
    default: break
    }
  }

  /// Lets the mark of the tick before stand for this line, too.
  ///
  /// - Returns: That mark, if it does.
  mutating func extend(_ line: PlayedLine, of cause: Int?, in report: inout Report) -> Int? {
    let id = line.text("id")
    guard line.speaker == .countdown, line.event == "tick", var run = ticks[id] else { return nil }
    let before = report.marks[run.mark].until ?? report.marks[run.mark].at
    guard run.cause == cause, line.time - before <= Self.longestTickPause else { return nil }
    run.count += 1
    run.last = line
    ticks[id] = run
    report.marks[run.mark].until = line.time
    return run.mark
  }

  private mutating func endTicks(of id: String, in report: inout Report) {
    guard let run = ticks.removeValue(forKey: id), let last = run.last else { return }
    let texts = report.marks[run.mark].texts
    report.marks[run.mark].texts = [texts[0], printableJSON(last.json.jsonText)]
    report.marks[run.mark].words = printable(
      "\(id): \(run.count) ticks, from \(run.firstRemaining) to \(last.time("remaining")) left"
    )
  }

  /// Ends with the play what nothing else has ended.
  mutating func finish(_ report: inout Report) {
    for id in ticks.keys {
      endTicks(of: id, in: &report)
    }
    for index in report.bars.indices {
      report.bars[index].until = min(report.bars[index].until, report.end)
    }
    if open[.phase] == nil {
      let label = AppPhase.background.rawValue
      report.bars.append(ReportBar(lane: .phase, from: .zero, until: report.end, label: label))
    }
  }

  private mutating func begin(
    _ lasting: Lasting,
    as mark: Int,
    at time: Duration,
    in report: inout Report
  ) {
    end(lasting, at: time, in: &report)
    open[lasting] = mark
    report.marks[mark].until = .seconds(Int64.max)
  }

  private mutating func end(_ lasting: Lasting, at time: Duration, in report: inout Report) {
    if let mark = open.removeValue(forKey: lasting) {
      report.marks[mark].until = time
    }
  }

  private mutating func endCountdown(_ id: String, at time: Duration, in report: inout Report) {
    if let bar = countdowns.removeValue(forKey: id) {
      report.bars[bar].until = time
    }
  }
}

extension Report {
  /// Quiet shorter than this stays unfolded.
  private static let shortestFold = Duration.seconds(30)

  /// The stretches that can be folded, with some room left beside what surrounds them.
  var quietStretches: [Range<Duration>] {
    let ends = marks.compactMap(\.until) + bars.map(\.until)
    let times = ([.zero, end] + marks.map(\.at) + bars.map(\.from) + ends).sorted()
    return zip(times, times.dropFirst()).compactMap { before, after in
      guard after - before > Self.shortestFold else { return nil }
      return before + .seconds(3)..<after - .seconds(2)
    }
  }
}
