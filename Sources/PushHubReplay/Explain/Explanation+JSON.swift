import PushHub
import PushHubRecorder

extension Explanation {
  /// The explanation for programs: an object for each fact, each problem, and what had no effect.
  var jsonLines: [String] {
    sections.flatMap { section in
      section.claims.map { claim in
        line(
          of: section,
          claim.fact.name,
          value: claim.fact.value,
          message: printable(claim.fact.text),
          since: claim.since,
          claim.chain
        )
      }
        + section.failures.map { chain in
          line(
            of: section,
            "failure",
            message: chain.last?.message,
            since: chain.last?.time,
            chain
          )
        }
        + [section.withoutEffect].compactMap(\.self).map { chain, why in
          line(of: section, "unheeded", why: why, chain)
        }
    }
  }

  private func line(
    of section: Section,
    _ fact: String,
    value: JSONValue? = nil,
    message: String? = nil,
    since: Duration? = nil,
    why: String? = nil,
    _ chain: [Step]
  ) -> String {
    let line = JSONValue.members([
      "from": .string(section.name),
      "t": report.end.json,
      "fact": .string(fact),
      "value": value,
      "words": message.map(JSONValue.string),
      "since": since?.json,
      "why": why.map(JSONValue.string),
      "causes": chain.json,
    ])
    return printableJSON(line.jsonText)
  }
}

extension [Explanation.Step] {
  fileprivate var json: JSONValue {
    .array(
      map { .members(["t": $0.time.json, "words": .string($0.message), "line": $0.line?.json]) }
    )
  }
}
