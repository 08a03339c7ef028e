import PushHubObservers
import UIKit

@MainActor var unread: UnreadSync { fatalError("The code is compiled only.") }
@MainActor let tabBarItem = UITabBarItem()
@MainActor let bell = UIView()
@MainActor let drafts = Drafts()

@MainActor
final class Drafts {
  var list: [String] = []
}
