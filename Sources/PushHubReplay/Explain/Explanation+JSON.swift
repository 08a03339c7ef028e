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
      "from": section.name,
      "t": report.end,
      "fact": fact,
      "value": value,
      "words": message,
      "since": since,
      "why": why,
      "causes": chain.map { step in
        JSONValue.members(["t": step.time, "words": step.message, "line": step.line])
      },
    ])
    return printableJSON(line.jsonText)
  }
}
