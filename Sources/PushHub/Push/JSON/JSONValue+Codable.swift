extension JSONValue: Codable {
  /// Decodes the text of a value, as it is encoded.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try PushPayload(json: "{\"v\":\(text)}".utf8)["v"] ?? .null
  }

  /// Encodes the value's text, so that it has all its digits whatever the coder; a transcript has the
  /// value itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(jsonText)
  }
}
