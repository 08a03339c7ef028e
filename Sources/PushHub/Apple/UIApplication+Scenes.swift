#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
package import UIKit

extension UIApplication {
  /// The scenes that are active, always in the same order, which the system's set has not.
  package var activeScenes: [UIWindowScene] {
    connectedScenes
      .compactMap { $0 as? UIWindowScene }
      .filter { $0.activationState == .foregroundActive }
      .sorted { $0.session.persistentIdentifier < $1.session.persistentIdentifier }
  }
}
#endif
