/// A class of which the system makes the objects.
///
/// The protocols of delegates require no initializer: the system makes a delegate from its class through
/// Objective-C. On Linux a test lets the class conform to this.
@MainActor
public protocol StubMade: AnyObject {
  init()
}

/// Makes an object from its class.
@MainActor
public func stubMake<Object>(_ type: Any.Type, as _: Object.Type = Object.self) -> Object {
  guard let object = (type as? any StubMade.Type)?.init() as? Object else {
    preconditionFailure("\(type) does not conform to StubMade.")
  }
  return object
}
