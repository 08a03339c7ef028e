import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why there is no answer to a request.
enum HTTPFailure: Error, Hashable {
  case timedOut
  case bodyTooLarge
  case redirectRefused(String)
  case tooManyRedirects
  case transport(String)
}

extension HTTPFailure {
  /// Says in words what a session's error means.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .transport("\(type(of: error))")
      return
    }
    if error.code == .timedOut {
      self = .timedOut
    } else {
      self = .transport("\(error.localizedDescription), URLError \(error.errorCode)")
    }
  }
}
