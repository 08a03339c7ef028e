/// A key and its value in a line of a transcript that is written.
struct TranscriptField {
  let key: String
  /// The value as JSON text in one line.
  let json: String

  private init(_ key: String, json: String) {
    self.key = key
    self.json = json
  }
}

extension TranscriptField {
  init(_ key: String, _ value: JSONValue) {
    self.init(key, json: value.jsonText)
  }

  init(_ key: String, _ payload: PushPayload) {
    self.init(key, json: payload.lineText)
  }

  init(_ key: String, _ fields: [TranscriptField]) {
    self.init(key, json: Self.object(fields))
  }

  /// An object in one line, its keys in this order.
  static func object(_ fields: [TranscriptField]) -> String {
    "{" + fields.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}
