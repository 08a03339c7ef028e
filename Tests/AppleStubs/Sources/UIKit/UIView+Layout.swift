#if !os(watchOS)
import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/uikit/uisemanticcontentattribute).
public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified
  case forceLeftToRight = 3
  case forceRightToLeft = 4
}

/// A side or the middle of a view.
enum StubAttribute {
  case trailing
  case centerX
  case top
  case centerY

  /// Where it is in a rectangle.
  func position(in frame: CGRect, isRightToLeft: Bool) -> CGFloat {
    switch self {
    case .trailing: isRightToLeft ? frame.minX : frame.maxX
    case .centerX: frame.midX
    case .top: frame.minY
    case .centerY: frame.midY
    }
  }
}

/// [Apple](https://developer.apple.com/documentation/appkit/nslayoutanchor).
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  let view: UIView
  let attribute: StubAttribute

  init(_ view: UIView, _ attribute: StubAttribute) {
    self.view = view
    self.attribute = attribute
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/nslayoutanchor/constraint(equalto:)).
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    NSLayoutConstraint(view, attribute, anchor.view, anchor.attribute)
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/nslayoutxaxisanchor).
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// [Apple](https://developer.apple.com/documentation/uikit/nslayoutyaxisanchor).
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// [Apple](https://developer.apple.com/documentation/uikit/nslayoutconstraint).
@MainActor
public final class NSLayoutConstraint: NSObject {
  private(set) weak var first: UIView?
  private(set) weak var second: UIView?
  let firstAttribute: StubAttribute
  let secondAttribute: StubAttribute

  fileprivate init(
    _ first: UIView,
    _ firstAttribute: StubAttribute,
    _ second: UIView,
    _ secondAttribute: StubAttribute
  ) {
    self.first = first
    self.firstAttribute = firstAttribute
    self.second = second
    self.secondAttribute = secondAttribute
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/nslayoutconstraint/activate(_:)).
  ///
  /// Views that are in no common view end the process, as they do in UIKit.
  public class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints {
      precondition(constraint.hasCommonAncestor, "The views have no common ancestor.")
      constraint.first?.stubState.constraints.append(constraint)
      constraint.first?.superview?.setNeedsLayout()
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/nslayoutconstraint/deactivate(_:)).
  public class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints {
      constraint.first?.stubState.constraints.removeAll { $0 === constraint }
    }
  }

  fileprivate var hasCommonAncestor: Bool {
    guard let first, let second else { return false }
    return first.stubRoot === second.stubRoot
  }
}

extension UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/nointrinsicmetric).
  public static var noIntrinsicMetric: CGFloat { -1 }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/translatesautoresizingmaskintoconstraints).
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { stubState.usesAutoresizing }
    set { stubState.usesAutoresizing = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/semanticcontentattribute).
  public var semanticContentAttribute: UISemanticContentAttribute {
    get { stubState.semantics }
    set { stubState.semantics = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/trailinganchor).
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/centerxanchor).
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/topanchor).
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/centeryanchor).
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/setneedslayout()).
  public func setNeedsLayout() {
    stubState.needsLayout = true
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/invalidateintrinsiccontentsize()).
  public func invalidateIntrinsicContentSize() {
    superview?.stubState.needsLayout = true
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/layoutifneeded()).
  ///
  /// A layout that asks for another one again and again ends the process.
  public func layoutIfNeeded() {
    StubMainThread.require()
    var passes = 0
    while stubLayOut() {
      passes += 1
      precondition(passes < 5, "The layout never comes to rest.")
    }
  }
}

// MARK: - The stub's layout engine

extension UIView {
  fileprivate var stubRoot: UIView { superview?.stubRoot ?? self }

  /// Removes the constraints between a view and its former relatives.
  func stubLoseConstraints() {
    stubState.constraints.removeAll { !$0.hasCommonAncestor }
    for view in subviews {
      view.stubLoseConstraints()
    }
  }

  /// Whether any view had to be laid out.
  private func stubLayOut() -> Bool {
    var hasWorked = stubState.needsLayout
    stubState.needsLayout = false
    if hasWorked {
      for view in subviews where !view.translatesAutoresizingMaskIntoConstraints {
        view.stubPlace()
      }
      layoutSubviews()
    }
    for view in subviews where view.stubLayOut() {
      hasWorked = true
    }
    return hasWorked
  }

  /// Puts a view where its constraints to the view that holds it say, in its own size.
  private func stubPlace() {
    var target = CGRect(origin: .zero, size: intrinsicContentSize)
    for constraint in stubState.constraints {
      guard let second = constraint.second, second === superview else { continue }
      let isRightToLeft = second.semanticContentAttribute == .forceRightToLeft
      let wanted = constraint.secondAttribute
        .position(in: second.bounds, isRightToLeft: isRightToLeft)
      let own = semanticContentAttribute == .forceRightToLeft
      let present = constraint.firstAttribute.position(in: target, isRightToLeft: own)
      switch constraint.firstAttribute {
      case .top, .centerY: target.origin.y += wanted - present
      case .trailing, .centerX: target.origin.x += wanted - present
      }
    }
    bounds = CGRect(origin: bounds.origin, size: target.size)
    center = CGPoint(x: target.midX, y: target.midY)
  }
}
#endif
