import PushHubAlerts
import SwiftUI

/// The notifications that the user received, the newest first.
struct InboxList: View {
  let inbox: PushInbox

  var body: some View {
    List(inbox.entries, id: \.id) { entry in
      HStack {
        if !entry.isRead { Text("●").accessibilityLabel("Unread") }
        Button(entry.title.isEmpty ? entry.body : entry.title) { inbox.open(entry) }
      }
      .swipeActions {
        Button("Remove", role: .destructive) { inbox.remove([entry.id]) }
      }
    }
  }
}
