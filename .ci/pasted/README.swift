import UIKit

@MainActor
final class Navigator {
  func open(_ link: String?) -> Bool { link != nil }
}

final class InboxViewController: UIViewController {}
