extension PushPayload {
  /// Reads a payload from the dictionary in which the system hands it over.
  ///
  /// This never fails: what JSON can't hold is left out, and each such field has one issue. Left
  /// out of an array, `null` takes its place, so that the other elements keep their indices.
  /// Numbers, booleans, strings, arrays and dictionaries of Swift and of Foundation are read
  /// alike; nil and `NSNull` are `null`. The same push has the same content here as in its JSON.
  ///
  /// - Complexity: O(*n*) in the size of the dictionary.
  public init(userInfo: [AnyHashable: Any]) {
    var writer = UserInfoWriter()
    writer.write(userInfo)
    document = (try? PayloadDocument(writer.json.bytes, issues: writer.issues)) ?? PayloadDocument()
  }
}
