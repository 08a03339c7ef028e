import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server's answer: status, headers and body.
struct HTTPAnswer: Sendable {
  let response: HTTPURLResponse
  let body: Data
}
