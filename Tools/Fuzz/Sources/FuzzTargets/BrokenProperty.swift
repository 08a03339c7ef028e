/// What should hold for any bytes, and does not for some.
public struct BrokenProperty: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws unless something holds.
func require(
  _ condition: Bool,
  _ problem: @autoclosure () -> String
) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(problem()) }
}
