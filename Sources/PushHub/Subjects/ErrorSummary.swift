import Foundation

/// What may be told of an error without telling what people wrote: its type, domain and code.
///
/// An error's own description may quote what it stumbled over: a decoding error the text of a
/// message, a transport error a URL with a token in it. Whatever logs or records an error that it
/// did not make itself tells this summary instead.
///
/// ```swift
/// log("the upload failed: \(ErrorSummary(error))")  // URLError (NSURLErrorDomain -1009)
/// ```
public struct ErrorSummary: Hashable, Sendable {
  /// The error's type, without its module.
  public let type: String

  /// The error's domain: for errors made in Swift the full name of the type.
  public let domain: String

  /// The error's code within the domain: for an enumeration the place of the case.
  public let code: Int

  private let ownWords: String?

  /// Takes from an error what may be told.
  public init(_ error: any Error) {
    ownWords = (error as? any LoggableError)?.description
    type = "\(Swift.type(of: error))"
    let error = error as NSError
    domain = error.domain
    code = error.code
  }
}

extension ErrorSummary: CustomStringConvertible {
  /// The type, with domain and code in brackets; a ``LoggableError``'s own description.
  public var description: String { ownWords ?? "\(type) (\(domain) \(code))" }
}

/// An error whose description quotes nothing from outside, so that logs may hold it whole.
///
/// The description is made of the error's own words and numbers, and names no text, URL, token or
/// key that it was handed.
public protocol LoggableError: Error, CustomStringConvertible {}

extension PayloadError: LoggableError {}
