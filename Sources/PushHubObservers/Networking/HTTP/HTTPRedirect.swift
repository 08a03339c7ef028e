import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What to do about a redirect: follow it within the origin, with all headers, or refuse it.
///
/// A request that changes something is sent again as it is or not at all. Only 307 and 308 ask for the
/// former, see RFC 9110, section 15.4; any other redirect of it is itself the answer, which is no
/// success.
///
/// The target is read from the answer itself: swift-corelibs-foundation drops the folder of a
/// relative one. All headers are set again: Apple's systems drop `Authorization`.
enum HTTPRedirect: Equatable {
  case follow(URLRequest)
  case refuse(HTTPFailure)

  /// Take the redirect itself as the answer.
  case stop

  /// How many redirects are followed for one request.
  static let maximumCount = 5

  /// Decides on a redirect.
  ///
  /// - Parameters:
  ///   - response: The answer that redirects.
  ///   - original: The request as the source made it.
  ///   - earlierCount: How many redirects it has followed already.
  init(from response: HTTPURLResponse, of original: URLRequest, earlierCount: Int) {
    guard original.isSafe || [307, 308].contains(response.statusCode) else {
      self = .stop
      return
    }
    guard
      let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: response.url)?.absoluteURL,
      let newOrigin = HTTPOrigin(target)
    else {
      self = .refuse(.redirectRefused("without an HTTP address"))
      return
    }
    guard let origin = original.url.flatMap(HTTPOrigin.init), origin == newOrigin else {
      self = .refuse(.redirectRefused(newOrigin.description))
      return
    }
    guard earlierCount < Self.maximumCount else {
      self = .refuse(.tooManyRedirects)
      return
    }
    var request = original
    request.url = target
    self = .follow(request)
  }
}

extension URLRequest {
  /// Whether it only asks, so that it may be sent again to another address.
  fileprivate var isSafe: Bool { ["GET", "HEAD"].contains(httpMethod ?? "GET") }
}

/// Who answers at an address: its scheme, host and port, see RFC 6454.
struct HTTPOrigin: Hashable, CustomStringConvertible {
  let scheme: String
  let host: String
  let port: Int

  /// The origin of an address, or nil if it is none of HTTP with a host.
  init?(_ url: URL) {
    guard
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  var description: String { "\(scheme)://\(host):\(port)" }
}

/// The redirects of one request: each followed, until one is refused.
struct HTTPRedirects {
  /// Why the last was refused.
  private(set) var refusal: HTTPFailure?

  /// Where a request that changes something is to be sent again, as a new one.
  ///
  /// A session that follows by itself may do so without the body: that of swift-corelibs-foundation
  /// does.
  private(set) var target: URL?

  private var count = 0

  /// Gives the target, which is then dealt with.
  mutating func takeTarget() -> URL? {
    defer { target = nil }
    return target
  }

  /// The request that the session is to follow with, or nil if there is none.
  mutating func next(from response: HTTPURLResponse, of original: URLRequest?) -> URLRequest? {
    guard let original else { return nil }
    switch HTTPRedirect(from: response, of: original, earlierCount: count) {
    case .follow(let request):
      count += 1
      guard original.isSafe else {
        target = request.url
        return nil
      }
      return request
    case .refuse(let failure):
      refusal = failure
      return nil
    case .stop:
      return nil
    }
  }
}
