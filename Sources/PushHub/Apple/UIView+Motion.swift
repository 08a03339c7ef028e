#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
package import Foundation
import UIKit

extension UIView {
  /// Animates changes from the present positions, with user interaction, and returns at the end.
  ///
  /// Also returns when another animation replaces this one.
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
