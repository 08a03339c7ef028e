import Foundation
import PushHub

/// A report as one HTML file that needs nothing else: no network, no other file.
struct ReportPage {
  /// The parts of the script, in the order in which they need each other.
  private static let scripts = [
    "report.js", "axis.js", "lanes.js", "details.js", "keys.js", "figures.js",
  ]

  let report: Report

  /// The file.
  ///
  /// - Throws: What reading the page's parts throws.
  func html() throws -> String {
    let parts = try [
      "style": Self.part(named: "page.css"),
      "report": report.json.jsonText.replacing("<", with: #"\u003c"#),
      "script": Self.scripts.map(Self.part).joined(separator: "\n"),
    ]
    // What is put in is not looked at again, whatever it holds.
    var html = ""
    var rest = try Self.part(named: "page.html")[...]
    while let hole = rest.firstRange(of: /\{\{[a-z]+\}\}/) {
      html += rest[..<hole.lowerBound]
      html += parts[String(rest[hole].dropFirst(2).dropLast(2))] ?? ""
      rest = rest[hole.upperBound...]
    }
    return html + rest
  }

  private static func part(named name: String) throws -> String {
    guard let folder = Bundle.module.resourceURL else { throw CocoaError(.fileNoSuchFile) }
    let data = try Data(contentsOf: folder.appending(path: "Page/\(name)"))
    return String(decoding: data, as: UTF8.self)
  }
}
