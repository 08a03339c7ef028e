import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How long a server wants to be left alone, see RFC 9110, section 10.2.3.
struct RetryAfter: Hashable {
  /// The longest that is believed.
  static let maximum = SourceFailure.longestWish

  /// From zero to ``maximum``.
  let duration: Duration

  /// The wish as a delay, or nil if it is for none.
  var delay: Duration? { duration > .zero ? duration : nil }

  /// Reads the value of a field: whole seconds, or a date.
  ///
  /// - Parameters:
  ///   - text: What stands after `Retry-After:`; anything malformed is no wish.
  ///   - responseDate: What stands after the answer's `Date:`; a date is taken against it.
  ///   - now: The device's wall clock; a date is taken against it if there is no other. If it shows no
  ///     time either, a date is no wish.
  init?(_ text: String, responseDate: String? = nil, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      duration = Int64(text).map { min(.seconds($0), Self.maximum) } ?? Self.maximum
      return
    }
    guard let end = HTTPDate(text, now: now)?.date else { return nil }
    let start = responseDate.flatMap { HTTPDate($0, now: now)?.date } ?? now
    guard start.isTime else { return nil }
    let seconds = min(max(end.timeIntervalSince(start), 0), Self.maximum / .seconds(1))
    duration = .seconds(seconds)
  }

  /// Reads the wish in an answer; only one that tells of a failure has any.
  init?(_ response: HTTPURLResponse, now: Date) {
    guard
      response.statusCode >= 400,
      let text = response.value(forHTTPHeaderField: "Retry-After")
    else { return nil }
    self.init(text, responseDate: response.value(forHTTPHeaderField: "Date"), now: now)
  }
}

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
