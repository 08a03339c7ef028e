import PushHub

/// A report as HTML that can be read without a script: what went wrong, and everything as a table.
struct ReportTable {
  let report: Report

  var html: String {
    let problems = report.findings.filter { $0.sort == .problem }
    let list = problems.map { "<li>\(words(of: $0))</li>" }.joined(separator: "\n")
    return """
      <h2>\(Self.text(report.name))</h2>
      <h3>What went wrong</h3>
      \(problems.isEmpty ? "<p>Nothing.</p>" : "<ul>\n\(list)\n</ul>")
      <h3>Everything</h3>
      <table>
      <thead><tr><th>No.</th><th>Line</th><th>Time</th><th>Lane</th><th>What</th><th>Cause</th>\
      <th>What came of it</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private func words(of finding: ReportFinding) -> String {
    let marks = finding.marks.map { report.marks[$0] }
    guard let first = marks.first, let last = marks.last else { return "" }
    let all = Set(finding.marks)
    let count = marks.count { mark in mark.cause.map { !all.contains($0) } ?? true }
    let more = count > 1 ? ", \(count) times until \(last.at.clockText)" : ""
    return Self.text("\(first.at.clockText)\(more): \(first.words)")
  }

  private var rows: [String] {
    let titles = Dictionary(uniqueKeysWithValues: report.lanes.map { ($0.id, $0.title) })
    var effects: [Int: [Int]] = [:]
    for (index, mark) in report.marks.enumerated() {
      if let cause = mark.cause {
        effects[cause, default: []].append(index)
      }
    }
    return report.marks.enumerated().map { index, mark in
      let lasted = mark.until.map { " (\(($0 - mark.at).words))" } ?? ""
      let outcome =
        effects[index].map { found in
          "led to " + found.prefix(20).map { "\($0 + 1)" }.joined(separator: ", ")
            + (found.count > 20 ? " and \(found.count - 20) more" : "")
        } ?? mark.why ?? ""
      let cells = [
        "\(index + 1)", report.line(of: mark).map { "\($0)" } ?? "", mark.at.clockText + lasted,
        titles[mark.lane] ?? "", (mark.differs ? "only here: " : "") + mark.words,
        mark.cause.map { "\($0 + 1)" } ?? "", outcome,
      ]
      let name = mark.look.isProblem ? "<tr class=\"alarm\">" : "<tr>"
      return name + cells.map { "<td>\(Self.text($0))</td>" }.joined() + "</tr>"
    }
  }

  /// Text that stays text in HTML.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: { #"&<>""#.utf8.contains($0) }) else { return text }
    var html = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}
