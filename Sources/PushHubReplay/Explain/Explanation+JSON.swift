import PushHub
import PushHubRecorder

extension Explanation {
  /// The explanation for programs: an object for each fact, and one for what had no effect.
  var jsonLines: [String] {
    sections.flatMap { section in
      let facts: [[String: JSONValue?]] = section.claims.map { claim in
        [
          "fact": .string(claim.fact.name),
          "value": claim.fact.json,
          "words": .string(printable(claim.fact.words.text(at: report.end, since: ""))),
          "since": claim.since?.json,
          "causes": claim.fact.hasCauses ? claim.chain.json : JSONValue?.none,
        ]
      }
      let unheeded: [[String: JSONValue?]] =
        section.unheeded.map { chain, why in
          [["fact": "unheeded", "why": .string(why), "causes": chain.json]]
        } ?? []
      return (facts + unheeded).map { members in
        let place = ["from": .string(section.name), "t": report.end.json] as [String: JSONValue?]
        return printableJSON(JSONValue.members(members.merging(place) { $1 }).jsonText)
      }
    }
  }
}

extension [Explanation.Step] {
  fileprivate var json: JSONValue {
    .array(
      map { .members(["t": $0.time.json, "words": .string($0.words), "line": $0.line?.json]) }
    )
  }
}
