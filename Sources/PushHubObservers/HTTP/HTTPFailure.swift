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
      self = .transport("\(error.words), URLError \(error.errorCode)")
    }
  }
}

extension URLError {
  /// What happened, in words of our own: those of a session may quote what the server sent.
  fileprivate var words: String {
    switch code {
    case .notConnectedToInternet: "the device is offline"
    case .cannotFindHost, .dnsLookupFailed: "the host is not found"
    case .cannotConnectToHost: "the host can't be reached"
    case .networkConnectionLost: "the connection was lost"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "the connection can't be secured"
    case .badServerResponse, .cannotParseResponse: "the answer can't be parsed"
    case .cancelled: "it was cancelled"
    default: "there is no answer"
    }
  }
}
