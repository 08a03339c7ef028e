import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AccountEndpoint {
  /// The address to which a request is redirected, or `nil` if the answer is not a redirect to follow.
  ///
  /// For a request that changes something, only 307 and 308 are followed, which keep the method, see RFC 9110,
  /// section 15.4. Any other redirect is the answer, which is a failure.
  ///
  /// - Throws: ``HTTPSourceError/Code/redirectRefused`` for another origin.
  func redirect(
    of request: URLRequest,
    by response: HTTPURLResponse
  ) throws(HTTPSourceError) -> URL? {
    let isSafe = ["GET", "HEAD"].contains(request.httpMethod ?? "GET")
    guard (isSafe ? [301, 302, 303, 307, 308] : [307, 308]).contains(response.statusCode) else {
      return nil
    }
    let location = response.value(forHTTPHeaderField: "Location")
    let target = location.flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    let origin = target?.httpOrigin
    guard origin != nil, origin == request.url?.httpOrigin else {
      throw error(.redirectRefused, reason: origin ?? "without an HTTP address")
    }
    return target
  }
}

extension URL {
  /// Scheme, host and port, see RFC 6454; `nil` for an address that is not of HTTP.
  var httpOrigin: String? {
    guard
      let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = host(percentEncoded: true)?.lowercased(), !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}
