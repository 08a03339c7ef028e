#if !os(watchOS)
import CoreGraphics
import Foundation

/// What the stub keeps of a view, for the properties that stand in extensions.
@MainActor
final class StubViewState {
  var needsLayout = true
  var usesAutoresizing = true
  var constraints: [NSLayoutConstraint] = []
  var semantics = UISemanticContentAttribute.unspecified
  var category: UIContentSizeCategory?
  var traitHandlers: [(UIView, UITraitCollection) -> Void] = []
  var animatedTransforms: [CGAffineTransform] = []

  nonisolated init() {}
}
#endif
