import Foundation

/// An error whose description is safe to log.
///
/// The description contains only the error's own words and numbers, and no text, URL, token or key from
/// outside.
public protocol LoggableError: Error, CustomStringConvertible {}

extension PayloadError: LoggableError {}
