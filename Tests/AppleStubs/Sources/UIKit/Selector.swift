#if canImport(ObjectiveC)
@_exported import ObjectiveC
#else
/// [Apple](https://developer.apple.com/documentation/objectivec/selector).
///
/// In a test the module that it belongs to can't be imported; see `Runtime.swift` there.
public struct Selector: Hashable, Sendable {
  private let name: String

  /// [Apple](https://developer.apple.com/documentation/objectivec/selector/init(_:)).
  public init(_ str: String) {
    name = str
  }
}
#endif
