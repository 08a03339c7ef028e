import Foundation
import PushHub

extension Explanation {
  /// The explanation for people, line by line.
  func rows(coloured: Bool) -> [String] {
    let date = Date(timeInterval: time / .seconds(1), since: start)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: time.components.attoseconds != 0)
    let moment = "\(printable(name)) at \(time.clockText), \(date.formatted(style))"
    let end = asked.map { ["The play ended then, before \($0.secondsText) s."] } ?? []
    return [moment] + end + sections.flatMap { [""] + rows(of: $0, coloured: coloured) }
  }

  private func rows(of section: Section, coloured: Bool) -> [String] {
    var rows = section.claims.map { words(of: $0) }
    if section.subject == .app {
      if !section.claims.contains(where: \.fact.isPage) {
        rows.insert("no page visible", at: 1)
      }
    } else if section.chain.isEmpty {
      rows.append("Nothing led there: \(silence(of: section.subject))")
    } else {
      rows.append("What led there:")
      rows += section.chain.rows
    }
    if let unheeded = section.unheeded {
      rows.append("Without effect:")
      rows += unheeded.chain.rows
      rows.append("  \(unheeded.why)")
    }
    let name = section.subject.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
    let colour = section.subject.colour
    let names =
      [coloured ? "\u{1B}[\(colour)m\(name)\u{1B}[0m" : name]
      + repeatElement(String(repeating: " ", count: 10), count: rows.count - 1)
    return zip(names, rows).map { "\($0)  \($1)" }
  }

  private func words(of claim: Claim) -> String {
    let words = printable(claim.fact.sentence(at: time))
    if claim.fact.isTimeless { return words }
    guard let since = claim.since else { return "\(words) since the start" }
    if claim.fact.subject == .app {
      let line = claim.chain.last?.line.map { " (line \($0))" } ?? ""
      return "\(words) for \((time - since).words), since \(since.clockText)\(line)"
    }
    return "\(words) since \(since.clockText)"
  }

  /// Why nothing has led to what is true of an observer.
  private func silence(of subject: ExplainedSubject) -> String {
    switch subject {
    case .app: "nothing has happened to the app."
    case .unread: "\(accountWords)so the server was not asked."
    case .countdown: "no record so far is about countdowns."
    case .badge: "\(accountWords)so nobody listens for notifications."
    case .screenshot: "no screenshot was taken so far."
    }
  }

  private var accountWords: String {
    let claim = sections.flatMap(\.claims).first { $0.fact.name == "account" }
    guard claim?.fact == .account(nil) else { return "neither a push nor a page asked, " }
    return claim?.since.map { "nobody is signed in since \($0.clockText), " }
      ?? "nobody has signed in since the start, "
  }
}

extension [Explanation.Step] {
  /// A row for each step; many of the same kind in a row are told as the first, a number, the last.
  fileprivate var rows: [String] {
    let width = (compactMap(\.line).max() ?? 0).description.count
    return chunkedByWords.flatMap { chunk -> [String] in
      let rows = chunk.map { step in
        let line = step.line.map { "line \($0)" } ?? ""
        let place = line.padding(toLength: width + 5, withPad: " ", startingAt: 0)
        return "  \(step.time.clockText)  \(place)  \(step.words)"
      }
      guard rows.count > 3, let first = rows.first, let last = rows.last else { return rows }
      return [first, "  … and \(rows.count - 2) more like it …", last]
    }
  }

  private var chunkedByWords: [[Explanation.Step]] {
    reduce(into: []) { chunks, step in
      if let last = chunks.last?.last, last.words == step.words {
        chunks[chunks.count - 1].append(step)
      } else {
        chunks.append([step])
      }
    }
  }
}

extension ExplainedFact {
  fileprivate var isPage: Bool {
    if case .page = self { true } else { false }
  }
}

extension ExplainedSubject {
  /// The number of the terminal's colour.
  fileprivate var colour: Int { PlayedLine.Speaker(rawValue: rawValue)?.colour ?? 1 }
}
