import FlyingFox
import Foundation

extension HTTPResponse {
  /// An answer in the default form.
  static func unread(_ count: Int, headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers, body: Data(#"{"unread": \#(count)}"#.utf8))
  }

  /// An answer with nothing but a status.
  static func status(
    _ code: Int,
    headers: HTTPHeaders = [:],
    body: String = ""
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(code, phrase: "Status"),
      headers: headers,
      body: Data(body.utf8)
    )
  }

  /// A redirect.
  static func redirect(_ code: Int = 302, to location: String) -> HTTPResponse {
    status(code, headers: [.location: location])
  }
}

extension HTTPHeader {
  static let accept = HTTPHeader("Accept")
  static let retryAfter = HTTPHeader("Retry-After")
}
