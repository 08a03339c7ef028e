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

extension PushPayload {
  /// The payload as it came, without the white space between its values.
  ///
  /// Repeated keys and halves of surrogate pairs stay, so that what is read again has the same
  /// issues; a byte order mark goes, since it can't stand within a line.
  fileprivate var lineText: String {
    var text: [UInt8] = []
    text.reserveCapacity(document.tape.bytes.count)
    var isInString = false
    var isEscaped = false
    // Between values, anything beyond ASCII is the byte order mark.
    for byte in document.tape.bytes where isInString || (ASCII.space < byte && byte < 0x80) {
      text.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == ASCII.quote {
        isInString.toggle()
      } else {
        isEscaped = byte == ASCII.backslash
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
