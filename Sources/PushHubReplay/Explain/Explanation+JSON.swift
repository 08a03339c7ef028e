import PushHub
import PushHubRecorder

extension Explanation {
  /// The explanation for programs: an object for each fact, each problem, and what had no effect.
  var jsonLines: [String] {
    sections.flatMap { section in
      let (name, time) = (JSONValue.string(section.name), report.end.json)
      let facts = section.claims.map { claim in
        JSONValue.members([
          "from": name,
          "t": time,
          "fact": .string(claim.fact.name),
          "value": claim.fact.value,
          "words": .string(printable(claim.fact.text)),
          "since": claim.since?.json,
          "causes": claim.chain.json,
        ])
      }
      let failures = section.failures.map { chain in
        JSONValue.members([
          "from": name,
          "t": time,
          "fact": "failure",
          "words": (chain.last?.message).map(JSONValue.string),
          "since": chain.last?.time.json,
          "causes": chain.json,
        ])
      }
      let withoutEffect = section.withoutEffect.map { chain, why in
        ["from": name, "t": time, "fact": "unheeded", "why": .string(why), "causes": chain.json]
          as JSONValue
      }
      return (facts + failures + [withoutEffect].compactMap { $0 }).map {
        printableJSON($0.jsonText)
      }
    }
  }
}

extension [Explanation.Step] {
  fileprivate var json: JSONValue {
    .array(
      map { .members(["t": $0.time.json, "words": .string($0.message), "line": $0.line?.json]) }
    )
  }
}
