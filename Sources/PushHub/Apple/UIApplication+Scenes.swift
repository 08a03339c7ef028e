#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
package import UIKit

extension UIApplication {
  /// The active scenes, sorted, since the system's set has no order.
  package var activeScenes: [UIWindowScene] {
    connectedScenes
      .compactMap { $0 as? UIWindowScene }
      .filter { $0.activationState == .foregroundActive }
      .sorted { $0.session.persistentIdentifier < $1.session.persistentIdentifier }
  }
}
#endif
