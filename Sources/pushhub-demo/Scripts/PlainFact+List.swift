import PushHub
import PushHubReplay

extension PlainFact {
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
