import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What to do about a redirect: follow it within the origin, with all headers, or refuse it.
///
/// The target is read from the answer itself: swift-corelibs-foundation drops the folder of a
/// relative one. All headers are set again: Apple's systems drop `Authorization`.
enum HTTPRedirect: Equatable {
  case follow(URLRequest)
  case refuse(HTTPFailure)

  /// How many redirects are followed for one request.
  static let maximumCount = 5

  /// Decides on a redirect.
  ///
  /// - Parameters:
  ///   - response: The answer that redirects.
  ///   - original: The request as the source made it.
  ///   - earlierCount: How many redirects it has followed already.
  init(from response: HTTPURLResponse, of original: URLRequest, earlierCount: Int) {
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
