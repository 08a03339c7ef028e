import Foundation

/// An error whose description is safe to log.
///
/// The description contains only the error's own words and numbers, and no text, URL, token or key from
/// outside.
public protocol LoggableError: Error, CustomStringConvertible {}

extension PayloadError: LoggableError {}

extension Error {
  /// A description without personal data: the description of a ``LoggableError``, otherwise the error's
  /// type, domain and code.
  ///
  /// An error's own description may quote its input: a decoding error the text of a message, a transport
  /// error a URL with a token. Use this to log or record errors from other code.
  ///
  /// ```swift
  /// log("the upload failed: \(error.logDescription)")  // URLError (NSURLErrorDomain -1009)
  /// ```
  public var logDescription: String {
    if let error = self as? any LoggableError { return error.description }
    // Of an existential, `self` has the type `any Error`.
    let error: any Error = self
    let bridged = error as NSError
    return "\(type(of: error)) (\(bridged.domain) \(bridged.code))"
  }
}
