import Foundation
import SwiftUI

@MainActor
final class Navigator {
  func open(_ link: String?) -> Bool { link != nil }
}

struct RootView: View {
  let navigator: Navigator

  var body: some View { Text("Orders") }
}

// Firebase, as far as the article calls it.
enum FirebaseApp {
  static func configure() {}
}

protocol MessagingDelegate: NSObjectProtocol {
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?)
}

@MainActor
final class Messaging {
  var apnsToken: Data?
  weak var delegate: (any MessagingDelegate)?

  static func messaging() -> Messaging { Messaging() }
}
