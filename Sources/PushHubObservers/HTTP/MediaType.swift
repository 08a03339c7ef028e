/// What a body is, as `Content-Type` says, see RFC 9110, section 8.3.1.
struct MediaType: Hashable {
  /// Type and subtype in small letters, without parameters: `text/event-stream`.
  let essence: String

  /// Reads the value of a field; one that is no type has none.
  init?(_ text: String) {
    let parts = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let type = parts[0].drop { $0 == " " || $0 == "\t" }
    var subtype = parts[1]
    while let last = subtype.last, last == " " || last == "\t" {
      subtype.removeLast()
    }
    guard Self.isToken(type), Self.isToken(subtype) else { return nil }
    essence = "\(type)/\(subtype)".lowercased()
  }

  /// Whether a text is a token, see RFC 9110, section 5.6.2.
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
