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

extension NSObject {
  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/forwardingtarget(for:)).
  public func forwardingTarget(for aSelector: Selector!) -> Any? { nil }
}

/// [Apple](https://developer.apple.com/documentation/objectivec/imp).
public typealias IMP = OpaquePointer

/// [Apple](https://developer.apple.com/documentation/objectivec/object_getclass(_:)).
public func object_getClass(_ obj: Any?) -> AnyClass? { nil }

/// [Apple](https://developer.apple.com/documentation/objectivec/class_getsuperclass(_:)).
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { nil }

/// [Apple](https://developer.apple.com/documentation/objectivec/class_respondstoselector(_:_:)).
public func class_respondsToSelector(_ cls: AnyClass?, _ sel: Selector) -> Bool { false }

/// [Apple](https://developer.apple.com/documentation/objectivec/class_getmethodimplementation(_:_:)).
public func class_getMethodImplementation(_ cls: AnyClass?, _ name: Selector) -> IMP? { nil }

/// [Apple](https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dladdr.3.html).
@unsafe public struct Dl_info {
  /// [Apple](https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dladdr.3.html).
  public var dli_fname: UnsafePointer<CChar>?

  /// [Apple](https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dladdr.3.html).
  public init() {}
}

/// [Apple](https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dladdr.3.html).
public func dladdr(_: UnsafeRawPointer!, _: UnsafeMutablePointer<Dl_info>!) -> Int32 { 0 }
