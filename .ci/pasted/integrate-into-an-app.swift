import Foundation
import PushHub
import SwiftUI
import UIKit

struct InboxView: View {
  var body: some View { Text("Inbox") }
}

final class InboxViewController: UIViewController {}

final class ArrivalCounter: PushPlugin {}

// The parameters of the system's callbacks.
@MainActor var userInfo: [AnyHashable: Any] = [:]
@MainActor var launchUserInfo: [AnyHashable: Any]?
@MainActor var isInBackground = false
@MainActor var token = Data()
@MainActor var error: any Error = CancellationError()
@MainActor var id = ""
