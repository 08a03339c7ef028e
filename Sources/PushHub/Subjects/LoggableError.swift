import Foundation

/// An error whose description quotes nothing from outside, so that logs may hold it whole.
///
/// The description is made of the error's own words and numbers, and names no text, URL, token or
/// key that it was handed.
public protocol LoggableError: Error, CustomStringConvertible {}

extension PayloadError: LoggableError {}

extension Error {
  /// What may be told of an error without telling what people wrote: its type, domain and code, or the
  /// description of a ``LoggableError``.
  ///
  /// An error's own description may quote what it stumbled over: a decoding error the text of a
  /// message, a transport error a URL with a token in it. Whatever logs or records an error that it
  /// did not make itself tells this instead.
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
