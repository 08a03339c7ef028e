import Foundation
import PushHub
import PushHubRecorder

/// Reports as one HTML file that needs no network and no other file.
struct ReportPage {
  /// The parts of the script, each after those that it needs.
  private static let scripts = [
    "report.js", "axis.js", "lanes.js", "overview.js", "details.js", "found.js", "moment.js",
    "figures.js", "keys.js",
  ]

  private let reports: [Report]
  private let differences: [ReportComparison.Difference]

  /// The commands that explain an instant, one for each report if any, with `{}` for the time.
  private let commands: [String?]

  /// A page of one report, or of two side by side.
  ///
  /// - Parameters:
  ///   - reports: The reports.
  ///   - commands: The commands that explain an instant, one for each report if any, with `{}` for the time.
  init(_ reports: [Report], commands: [String?] = [nil]) {
    let comparison = reports.count == 2 ? ReportComparison(reports[0], reports[1]) : nil
    self.reports = comparison?.reports ?? reports
    differences = comparison?.differences ?? []
    self.commands = commands
  }

  /// The file.
  ///
  /// - Throws: An error if the page's parts can't be read.
  func html() throws -> String {
    let parts = try [
      "title": Self.text(reports.map(\.name).joined(separator: " and ")),
      "style": Self.part(named: "page.css"),
      "report": Self.scriptText(json.jsonText),
      "problems": reports.map(Self.problems).joined(separator: "\n"),
      "script": Self.scripts.map(Self.part).joined(separator: "\n"),
    ]
    // In one pass, so that what is put in is not replaced again.
    return try Self.part(named: "page.html").replacing(/\{\{([a-z]+)\}\}/) { hole in
      parts[String(hole.1)] ?? ""
    }
  }

  private var json: JSONValue {
    .members([
      "recordings": reports.map(\.json),
      "commands": commands.map { $0?.json ?? .null },
      "quiet": Report.quietStretches(of: reports).map { [$0.lowerBound, $0.upperBound] },
      "differences": differences.map { difference in
        JSONValue.members(["recording": difference.recording, "marks": difference.marks])
      },
    ])
  }

  /// Returns the problems, for readers without a script.
  private static func problems(of report: Report) -> String {
    let rows = report.outages.all.map { outage in
      let (first, last) = (report.marks[outage[0]], report.marks[outage[outage.count - 1]])
      let until = first.at < last.at ? " to \(LogText(clock: last.at))" : ""
      return "<li>\(text("\(LogText(clock: first.at))\(until): \(first.message.prefix(200))"))</li>"
    }
    return "<h2>\(text(report.name))</h2>\n<h3>What went wrong</h3>\n"
      + (rows.isEmpty ? "<p>Nothing.</p>" : "<ul>\n\(rows.joined(separator: "\n"))\n</ul>")
  }

  /// The text with HTML's special characters escaped.
  static func text(_ text: String) -> String {
    let names: [Unicode.Scalar: String] = ["&": "amp", "<": "lt", ">": "gt", "\"": "quot"]
    return text.unicodeScalars.map { scalar in
      names[scalar].map { "&\($0);" } ?? String(scalar)
    }
    .joined()
  }

  /// JSON that can't end its script element.
  private static func scriptText(_ json: String) -> String {
    json.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .map { Substring($0) }
      .joined(separator: #"\u003c"#)
  }

  private static func part(named name: String) throws -> String {
    guard let folder = Bundle.module.resourceURL else { throw CocoaError(.fileNoSuchFile) }
    return try String(contentsOf: folder.appending(path: "Page/\(name)"), encoding: .utf8)
  }
}
