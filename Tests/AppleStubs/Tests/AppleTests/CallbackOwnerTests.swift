import Foundation
import Testing

@testable import PushHub

/// Whose method the system calls, as far as it can be told without Objective-C.
@MainActor
struct CallbackOwnerTests {
  private final class Delegate {
    let hasMethod: Bool
    var target: Delegate?

    init(hasMethod: Bool = false, target: Delegate? = nil) {
      self.hasMethod = hasMethod
      self.target = target
    }
  }

  private func receiver(from delegate: Delegate) -> AnyObject? {
    CallbackOwner.receiver(
      from: delegate,
      hasMethod: { ($0 as? Delegate)?.hasMethod == true },
      forwarding: { ($0 as? Delegate)?.target }
    )
  }

  @Test
  func `the receiver is the delegate, or the one that it forwards the call to`() {
    let app = Delegate(hasMethod: true, target: Delegate(hasMethod: true))
    #expect(receiver(from: app) === app)
    let framework = Delegate(target: Delegate(target: app))
    #expect(receiver(from: framework) === app)
  }

  @Test
  func `a delegate that forwards to nobody, or to itself, has no receiver`() {
    let delegate = Delegate()
    #expect(receiver(from: delegate) == nil)
    delegate.target = delegate
    #expect(receiver(from: delegate) == nil)
    delegate.target = nil
  }

  @Test
  func `delegates that forward to each other have no receiver`() {
    let delegate = Delegate()
    delegate.target = Delegate(target: delegate)
    #expect(receiver(from: delegate) == nil)
    delegate.target = nil
  }
}
