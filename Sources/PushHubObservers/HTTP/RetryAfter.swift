import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How long a server wants to be left alone, see RFC 9110, section 10.2.3.
struct RetryAfter: Hashable {
  /// The longest that is believed; a server that says more means well, or nonsense.
  static let maximum = Duration.seconds(86_400)

  /// From zero to ``maximum``.
  let duration: Duration

  /// The wish as a delay, or nil if it is for none.
  var delay: Duration? { duration > .zero ? duration : nil }

  /// Reads the value of a field: whole seconds, or a date.
  ///
  /// - Parameters:
  ///   - text: What stands after `Retry-After:`; anything malformed is no wish.
  ///   - responseDate: What stands after the answer's `Date:`; a date is taken against it.
  ///   - now: The device's wall clock; a date is taken against it if there is no other.
  init?(_ text: String, responseDate: String? = nil, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      duration = Int64(text).map { min(.seconds($0), Self.maximum) } ?? Self.maximum
      return
    }
    guard let end = HTTPDate(text, now: now)?.date else { return nil }
    let start = responseDate.flatMap { HTTPDate($0, now: now)?.date } ?? now
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
