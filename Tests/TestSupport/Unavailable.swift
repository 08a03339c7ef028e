import PushHub

/// The error of a server that can't answer now.
struct Unavailable: RetryAdvice, LoggableError {
  var retryAfter: Duration?
  var isFinal = false
  var description = "503"
}
