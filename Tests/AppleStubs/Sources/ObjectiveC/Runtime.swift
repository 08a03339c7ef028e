// For the platforms on a desk alone: where this module can be imported, the testing library takes the
// machine for one of Apple's, so that no target is made of it.

import Foundation

/// [Apple](https://developer.apple.com/documentation/objectivec/selector).
public struct Selector: Hashable, Sendable {
  /// The selectors that ``NSSelectorFromString(_:)`` makes.
  init(stub name: String) {}

  /// [Apple](https://developer.apple.com/documentation/objectivec/selector/init(_:)).
  ///
  /// The compiler wants `#selector` in place of text, also where parentheses of its own surround it.
  @available(*, deprecated, message: "use '#selector' instead of text")
  public init(_ str: String) {}

  /// [Apple](https://developer.apple.com/documentation/objectivec/selector/init(stringliteral:)).
  ///
  /// The compiler wants `#selector` in place of a literal.
  @available(*, deprecated, message: "use '#selector' instead of a literal")
  public init(stringLiteral value: String) {}
}

extension Selector: ExpressibleByStringLiteral {}

/// [Apple](https://developer.apple.com/documentation/foundation/nsselectorfromstring(_:)).
///
/// It belongs to Foundation.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector {
  Selector(stub: aSelectorName)
}

/// [Apple](https://developer.apple.com/documentation/objectivec/imp).
public typealias IMP = OpaquePointer

/// [Apple](https://developer.apple.com/documentation/objectivec/class_getmethodimplementation(_:_:)).
public func class_getMethodImplementation(_ cls: AnyClass?, _ name: Selector) -> IMP? { nil }
