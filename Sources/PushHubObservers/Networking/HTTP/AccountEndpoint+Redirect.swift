import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AccountEndpoint {
  /// Where to send a request again, or nil if the answer is no redirect to be followed.
  ///
  /// A request that changes something is sent again as it is or not at all. Only 307 and 308 ask for the
  /// former, see RFC 9110, section 15.4; any other redirect of it is itself the answer, which is no
  /// success.
  ///
  /// - Throws: ``HTTPSourceError/Code/redirectRefused`` if it leads away from the origin.
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
  /// Who answers there: scheme, host and port, see RFC 6454; nil if it is no address of HTTP.
  var httpOrigin: String? {
    guard
      let scheme = scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = host(percentEncoded: true)?.lowercased(), !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}
