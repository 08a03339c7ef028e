import PushHub
import PushHubRecorder

extension Explanation {
  /// The explanation for programs: an object for each fact, and one for what had no effect.
  var jsonLines: [String] {
    sections.flatMap { section in
      section.claims.map { claim in
        var members: [String: JSONValue] = [
          "fact": .string(claim.fact.name),
          "value": claim.fact.json,
          "words": .string(printable(claim.fact.words.text(at: report.end, since: ""))),
        ]
        members["since"] = claim.since?.json
        if claim.fact.hasCauses {
          members["causes"] = .array(claim.chain.map(\.json))
        }
        return jsonLine(about: section, members)
      }
        + (section.unheeded.map { [jsonLine(about: section, $0.members)] } ?? [])
    }
  }

  private func jsonLine(
    about section: Section,
    _ members: [String: JSONValue]
  ) -> String {
    var members = members
    members["from"] = .string(section.name)
    members["t"] = report.end.json
    return printableJSON(JSONValue.object(members).jsonText)
  }
}

extension Explanation.Step {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "t": time.json,
      "words": .string(words),
    ]
    members["line"] = line?.json
    return .object(members)
  }
}

extension Explanation.Unheeded {
  fileprivate var members: [String: JSONValue] {
    [
      "fact": "unheeded",
      "why": .string(why),
      "causes": .array(chain.map(\.json)),
    ]
  }
}
