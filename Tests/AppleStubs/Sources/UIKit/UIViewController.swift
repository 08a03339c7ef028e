#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller).
@MainActor
open class UIViewController: UIResponder {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/view).
  open var view: UIView! = UIView()

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/children).
  public private(set) var children: [UIViewController] = []

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/parent).
  public private(set) weak var parent: UIViewController?

  private var isOnScreen = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)).
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)).
  public required init?(coder: NSCoder) {}

  public convenience override init() {
    self.init(nibName: nil, bundle: nil)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)).
  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()).
  ///
  /// It promises no call of `viewDidDisappear(_:)`.
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    isOnScreen = false
    didMove(toParent: nil)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/willmove(toparent:)).
  open func willMove(toParent parent: UIViewController?) {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/didmove(toparent:)).
  open func didMove(toParent parent: UIViewController?) {
    if let parent, parent.isOnScreen {
      stubSetOnScreen(true)
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)).
  open func viewDidAppear(_ animated: Bool) {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)).
  open func viewDidDisappear(_ animated: Bool) {}

  /// Appears or disappears with all children, as the system lets it.
  public func stubSetOnScreen(_ isOnScreen: Bool) {
    guard isOnScreen != self.isOnScreen else { return }
    self.isOnScreen = isOnScreen
    if isOnScreen {
      viewDidAppear(false)
    } else {
      viewDidDisappear(false)
    }
    for child in children {
      child.stubSetOnScreen(isOnScreen)
    }
  }
}

// What these add as a child they show: as a tab, as the top of the stack, as a column.

/// [Apple](https://developer.apple.com/documentation/uikit/uitabbarcontroller).
@MainActor
open class UITabBarController: UIViewController {}

/// [Apple](https://developer.apple.com/documentation/uikit/uinavigationcontroller).
@MainActor
open class UINavigationController: UIViewController {
  /// What was put on top, the latest last.
  public private(set) var stubPushed: [UIViewController] = []

  /// [Apple](https://developer.apple.com/documentation/uikit/uinavigationcontroller/pushviewcontroller(_:animated:)).
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    stubPushed.append(viewController)
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uisplitviewcontroller).
@MainActor
open class UISplitViewController: UIViewController {}
#endif
