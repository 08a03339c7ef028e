import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The redirects of one request: each followed, until one is refused.
struct HTTPRedirects {
  /// Why the last was refused.
  private(set) var refusal: HTTPFailure?

  private var count = 0

  /// The request to follow with, or nil if there is none.
  mutating func next(from response: HTTPURLResponse, of original: URLRequest?) -> URLRequest? {
    guard let original else { return nil }
    switch HTTPRedirect(from: response, of: original, earlierCount: count) {
    case .follow(let request):
      count += 1
      return request
    case .refuse(let failure):
      refusal = failure
      return nil
    }
  }
}
