import Foundation

/// A table in Markdown.
struct Table {
  let title: String
  let columns: [String]
  private(set) var rows: [[String]] = []

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  func print() {
    let lines = [columns, columns.enumerated().map { $0.offset == 0 ? "---" : "---:" }] + rows
    Swift.print("\n### \(title)\n")
    for line in lines {
      Swift.print("| " + line.joined(separator: " | ") + " |")
    }
  }
}

extension Double {
  /// With so many decimals.
  func text(_ decimals: Int) -> String {
    isFinite ? String(format: "%.\(decimals)f", self) : "–"
  }
}
