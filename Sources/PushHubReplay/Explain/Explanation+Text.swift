import Foundation
import PushHub
import PushHubRecorder

extension Explanation {
  /// The explanation for people, line by line.
  func rows(coloured: Bool) -> [String] {
    let date = Date(timeInterval: report.end / .seconds(1), since: report.start)
    let moment = "\(report.name) at \(LogText(clock: report.end)), \(date.formatted(.iso8601))"
    let end = asked.map { ["The replay ended at this time, before \($0.secondsText) s."] } ?? []
    return [moment] + end + sections.flatMap { [""] + rows(of: $0, coloured: coloured) }
  }

  private func rows(of section: Section, coloured: Bool) -> [String] {
    // A feature may have many cells.
    var rows = section.claims.map { message(of: $0, isApp: section.isApp) }
      .folded(toFirst: 24, last: 0, as: "more")
    if section.isApp {
      if !section.claims.contains(where: { $0.fact.name.hasPrefix("page ") }) {
        rows.insert("no page visible", at: 1)
      }
    } else if section.isUntouched {
      rows.append("Nothing has happened to it so far.")
    } else if !section.chain.isEmpty {
      rows.append("Causes:")
      rows += section.chain.rows
    }
    if !section.failures.isEmpty {
      rows.append("What went wrong:")
      rows += section.failures.flatMap(\.self).merged.rows
    }
    if let withoutEffect = section.withoutEffect {
      rows.append("Nothing came of:")
      rows += withoutEffect.chain.rows
      rows.append("  \(withoutEffect.why)")
    }
    let width = max(10, section.name.count)
    let name = section.name.padded(to: width)
    let colour = section.isApp ? 1 : Source(name: section.name, rank: section.rank).colour
    return rows.enumerated().map { index, row in
      let start = index > 0 ? "".padded(to: width) : coloured ? name.styled(colour) : name
      return "\(start)  \(row)"
    }
  }

  private func message(of claim: Claim, isApp: Bool) -> String {
    let text = printable(claim.fact.text)
    guard let since = claim.since else { return text }
    guard isApp else { return "\(text) (since \(LogText(clock: since)))" }
    let line = claim.chain.last?.line.map { " (line \($0))" } ?? ""
    return "\(text) for \(LogText(report.end - since)), since \(LogText(clock: since))\(line)"
  }
}

extension [Explanation.Step] {
  /// A row for each step; of many without a record, the first and the last ones.
  ///
  /// A list that is still too long is cut in the middle.
  fileprivate var rows: [String] {
    let width = (compactMap(\.line).max() ?? 0).description.count
    return runs.flatMap { run in
      run.map { step in
        let line = step.line.map { "line \($0)" } ?? ""
        return "  \(LogText(clock: step.time))  \(line.padded(to: width + 5))  \(step.message)"
      }
      .folded(toFirst: 4, last: 2, as: "more steps like these")
    }
    .folded(toFirst: 5, last: 24, as: "more steps")
  }

  /// The steps, grouped into records and steps without a record.
  private var runs: [[Explanation.Step]] {
    reduce(into: []) { runs, step in
      if step.line == nil, runs.last?.last?.line == nil, !runs.isEmpty {
        runs[runs.count - 1].append(step)
      } else {
        runs.append([step])
      }
    }
  }
}

extension [String] {
  /// The first and the last rows, with the number of those left out.
  fileprivate func folded(toFirst first: Int, last: Int, as message: String) -> [String] {
    let rest = count - first - last
    return rest <= 1 ? self : prefix(first) + ["  … \(rest) \(message) …"] + suffix(last)
  }
}
