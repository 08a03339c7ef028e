import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An address with a place for an account, as in RFC 6570, level 1.
///
/// Without that place it is the same for all accounts, which a server may distinguish by their tokens.
struct AccountEndpoint: Sendable {
  static let placeholder = "{account}"

  private let template: String

  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  init(_ template: String) throws(HTTPSourceError) {
    self.template = template
    let rest = template.replacing(Self.placeholder, with: "")
    guard !rest.contains("{"), !rest.contains("}") else {
      throw Self.malformed("its braces have another content than account")
    }
    guard let url = self.url(for: "a"), let origin = url.httpOrigin else {
      throw Self.malformed("it is not an http or https URL with a host")
    }
    guard origin == self.url(for: "b")?.httpOrigin else {
      throw Self.malformed("its host depends on the account")
    }
    guard url.user == nil, url.fragment == nil else {
      throw Self.malformed("it has a user, or a fragment, which are never sent")
    }
  }

  /// The account's address.
  func address(for account: AccountID) throws(HTTPSourceError) -> URL {
    guard !account.rawValue.isEmpty, let url = self.url(for: account.rawValue) else {
      throw error(.invalidAccount)
    }
    return url
  }

  /// Expands the template, unless dots in the account lead to another folder, since they can't be encoded.
  private func url(for account: String) -> URL? {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    guard
      let account = account.addingPercentEncoding(withAllowedCharacters: unreserved),
      let url = URL(
        string: template.replacing(Self.placeholder, with: account),
        encodingInvalidCharacters: false
      )
    else { return nil }
    let folders = url.path(percentEncoded: true).split(separator: "/")
    return folders.contains(".") || folders.contains("..") ? nil : url
  }
}

// MARK: - Errors

extension AccountEndpoint {
  private static func malformed(_ reason: String) -> HTTPSourceError {
    HTTPSourceError(.invalidTemplate, endpoint: "", reason: reason)
  }

  /// An error that names the address without its query.
  func error(
    _ code: HTTPSourceError.Code,
    statusCode: Int? = nil,
    retryAfter: Duration? = nil,
    reason: String? = nil
  ) -> HTTPSourceError {
    HTTPSourceError(
      code,
      endpoint: String(template.prefix { $0 != "?" }),
      statusCode: statusCode,
      retryAfter: retryAfter,
      reason: reason
    )
  }

  /// An error of a session, with its number, since its description may quote the server.
  func error(ofSession error: any Error) -> HTTPSourceError {
    self.error(.transport, reason: (error as? URLError).map { "URLError \($0.errorCode)" })
  }
}
