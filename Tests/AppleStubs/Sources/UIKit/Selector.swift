#if canImport(ObjectiveC)
@_exported import ObjectiveC
#else
/// [Apple](https://developer.apple.com/documentation/objectivec/selector).
///
/// In a test the module that it belongs to can't be imported; see `Runtime.swift` there.
public struct Selector: Hashable, Sendable {
  fileprivate let name: String
}

/// [Apple](https://developer.apple.com/documentation/foundation/nsselectorfromstring(_:)).
public func NSSelectorFromString(_ aSelectorName: String) -> Selector {
  Selector(name: aSelectorName)
}
#endif
