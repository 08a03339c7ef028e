/// Why a body of a default form can't be read, in words that quote nothing of it.
struct MalformedBody: Error, Hashable, CustomStringConvertible {
  let description: String

  /// Why a decoding closure threw: our own words, or no more than the error's type, domain and code.
  static func reason(of error: any Error) -> String {
    (error as? MalformedBody)?.description ?? SourceFailure.summary(of: error)
  }
}
