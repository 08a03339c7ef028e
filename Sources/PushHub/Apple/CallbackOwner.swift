#if canImport(ObjectiveC)
import Foundation
import ObjectiveC

/// Whose method the system calls with the device token.
///
/// A library that swizzles puts a class of its own before the app's, or another method in its place: the
/// image that the code is in tells which.
struct CallbackOwner: CustomStringConvertible {
  /// The class, and the file with its code.
  let description: String

  /// Looks it up; nothing if the delegate has no such method.
  @MainActor
  init?(of delegate: AnyObject) {
    let selector = Self.selector
    let receiver = Self.receiver(from: delegate) {
      class_respondsToSelector(object_getClass($0), selector)
    } forwarding: {
      ($0 as? NSObject)?.forwardingTarget(for: selector) as? NSObject
    }
    guard let receiver, let type: AnyClass = object_getClass(receiver),
      let code = unsafe class_getMethodImplementation(type, selector)
    else { return nil }
    var owner: AnyClass = type
    while let parent: AnyClass = class_getSuperclass(owner),
      class_respondsToSelector(parent, selector),
      unsafe class_getMethodImplementation(parent, selector) == code
    {
      owner = parent
    }
    var info = unsafe Dl_info()
    let isFound = unsafe dladdr(UnsafeRawPointer(code), &info) != 0
    let path = unsafe isFound ? info.dli_fname.map { unsafe String(cString: $0) } : nil
    let image = path.map { " in \(URL(filePath: $0).lastPathComponent)" } ?? ""
    description = "\(owner)\(image)"
  }

  private static var selector: Selector {
    #if os(watchOS)
    Selector(("didRegisterForRemoteNotificationsWithDeviceToken:"))
    #else
    Selector(("application:didRegisterForRemoteNotificationsWithDeviceToken:"))
    #endif
  }
}
#elseif canImport(UserNotifications)
/// Nobody can tell whose method the system calls.
struct CallbackOwner: CustomStringConvertible {
  let description: String

  init?(of delegate: AnyObject) { return nil }
}
#endif

#if canImport(UserNotifications)
extension CallbackOwner {
  /// The object that has the method: the delegate, or the one that it forwards the call to, as
  /// SwiftUI's does to the app's.
  ///
  /// See [forwardingTarget(for:)](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/forwardingtarget(for:)).
  static func receiver(
    from delegate: AnyObject,
    hasMethod: (AnyObject) -> Bool,
    forwarding target: (AnyObject) -> AnyObject?
  ) -> AnyObject? {
    var asked: [AnyObject] = []
    var next: AnyObject? = delegate
    while let candidate = next, !asked.contains(where: { $0 === candidate }) {
      guard !hasMethod(candidate) else { return candidate }
      asked.append(candidate)
      next = target(candidate)
    }
    return nil
  }
}
#endif
