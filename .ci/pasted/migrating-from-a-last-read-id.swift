import PushHub
import UIKit

nonisolated let server = Server()
@MainActor let bell = UIView()
@MainActor let tab = UITabBarItem()

nonisolated struct Server: Sendable {
  struct Listener: Sendable {
    func cancel() {}
  }

  func listen(to account: AccountID, receive: @escaping @Sendable ([Notice]) -> Void) -> Listener {
    Listener()
  }
}
