import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server within the process, which receives all requests of a session.
class StubServer: URLProtocol {
  override static func canInit(with request: URLRequest) -> Bool { true }
  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func stopLoading() {}

  /// Answers the request; the connection stays open unless this is the end of the answer.
  func answer(_ status: Int, type: String? = nil, body: Data? = nil, isEnd: Bool = false) {
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: type.map { ["Content-Type": $0] }
      )
    else { return }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    if let body { client?.urlProtocol(self, didLoad: body) }
    if isEnd { client?.urlProtocolDidFinishLoading(self) }
  }
}
