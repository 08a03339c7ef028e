#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
package import Foundation
import UIKit

extension UIView {
  /// Moves views from where they are seen now, without taking their touches, and returns when they are there.
  ///
  /// Also returns when the motion is taken over by another one.
  package static func move(for duration: TimeInterval, _ changes: @escaping () -> Void) async {
    await withCheckedContinuation { continuation in
      animate(
        withDuration: duration,
        delay: 0,
        options: [.allowUserInteraction, .beginFromCurrentState, .curveEaseOut],
        animations: changes,
        completion: { _ in continuation.resume() }
      )
    }
  }
}
#endif
