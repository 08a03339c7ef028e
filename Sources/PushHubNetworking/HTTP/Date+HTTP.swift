import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Date {
  /// Reads the date of an HTTP header in any of the three forms of RFC 9110, section 5.6.7.
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT
  init?(httpText text: String) {
    // The formatter of Linux ends the process at some letters that no date has.
    guard text.allSatisfy(\.isASCII) else { return nil }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    let forms = [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
      "EEE MMM d HH:mm:ss yyyy",
    ]
    let dates = forms.lazy.compactMap { form in
      formatter.dateFormat = form
      return formatter.date(from: text)
    }
    guard let date = dates.first else { return nil }
    self = date
  }
}

extension Collection<UInt8> {
  /// Whether these are digits of ASCII, and at least one.
  var areDigits: Bool {
    !isEmpty && allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

// MARK: - Retry-After

extension Duration {
  /// Reads how long a server asks to wait from the value of its `Retry-After`: whole seconds, or a date, see
  /// RFC 9110, section 10.2.3.
  ///
  /// A value that is malformed, zero, or in the past is `nil`.
  ///
  /// - Parameters:
  ///   - text: The value of `Retry-After`.
  ///   - responseDate: The value of the answer's `Date`, with which a date is compared.
  ///   - now: The device's wall clock, with which a date is compared if there is no other.
  init?(retryAfter text: String, responseDate: String? = nil, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    let longest = SourceFailure.longestPause
    var seconds = 0.0
    if text.utf8.areDigits {
      seconds = Double(text) ?? 0
    } else if let end = Date(httpText: text) {
      seconds = end.timeIntervalSince(responseDate.flatMap(Date.init(httpText:)) ?? now)
    }
    guard seconds > 0 else { return nil }
    self = .seconds(min(seconds, longest / .seconds(1)))
  }

  /// Reads it in an answer with a status from 400 up.
  init?(retryAfter response: HTTPURLResponse, now: Date) {
    guard
      response.statusCode >= 400,
      let text = response.value(forHTTPHeaderField: "Retry-After")
    else { return nil }
    self.init(
      retryAfter: text,
      responseDate: response.value(forHTTPHeaderField: "Date"),
      now: now
    )
  }
}
