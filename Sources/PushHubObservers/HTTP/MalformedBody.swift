import PushHub

/// Why a body of a default form can't be read, in words that quote nothing of it.
struct MalformedBody: LoggableError, Hashable {
  let description: String
}
