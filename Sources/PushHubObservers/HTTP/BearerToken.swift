/// A bearer token that is safe to send as a header, see RFC 6750, section 2.1.
///
/// Any visible ASCII is accepted, which is more than the RFC has, since servers give out such
/// tokens; spaces, control characters and anything else are not.
struct BearerToken {
  /// What follows `Authorization:`.
  let headerValue: String

  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    headerValue = Self.scheme + text
  }

  /// The token in a header's value that was made here.
  static func text(ofHeaderValue value: String) -> String {
    String(value.dropFirst(scheme.count))
  }

  private static let scheme = "Bearer "
}
