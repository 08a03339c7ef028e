import PushHub
import PushHubObservers
import UIKit

@MainActor let router = TapRouter { _, _ in true }
@MainActor let navigation = UINavigationController()

final class OrderViewController: UIViewController {
  convenience init(order: String) { self.init(nibName: nil, bundle: nil) }
}
