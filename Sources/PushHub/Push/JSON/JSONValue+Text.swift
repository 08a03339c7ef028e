extension JSONValue {
  /// The value as JSON text: no white space, sorted keys, numbers digit for digit.
  ///
  /// Equal texts follow from equal values written with the same digits, so the text suits files
  /// that are compared line by line. Where `1` and `1.0` must read the same, compare the values,
  /// or ``PushPayload/canonicalJSON``.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text.
  public var jsonText: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text, in full: think before you log it.
  public var description: String { jsonText }
}
