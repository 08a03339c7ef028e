/// Why there is no answer to a request.
enum HTTPFailure: Error, Hashable {
  case timedOut
  case bodyTooLarge
  case redirectRefused(String)
  case tooManyRedirects
  case transport(String)
}
