import PushHub
import PushHubReplay

/// Something that is true of a feature for a while, in the words of its script.
struct ScriptFact: FeatureFact {
  let name: String
  let json: JSONValue
  let words: FactWords
  var hasCauses = true
  var firstOrigins: [[Topic]] = []
}

extension ScriptFact {
  /// A list, which has causes unless it is empty.
  init(_ name: String, _ list: [String], words: String, orNone none: FactWords, from topic: Topic) {
    self.init(
      name: name,
      json: .array(list.map(JSONValue.string)),
      words: list.isEmpty ? none : "\(words)\(.since): \(list.listed)",
      hasCauses: !list.isEmpty,
      firstOrigins: [[topic]]
    )
  }
}
