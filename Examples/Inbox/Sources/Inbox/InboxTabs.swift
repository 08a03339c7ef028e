import PushHub
import PushHubObservers
import SwiftUI

/// The tabs, each a page of the app's.
struct InboxTabs: View {
  let features: Features

  var body: some View {
    TabView {
      HomeView(features: features)
        .trackedPage("home")
        .tabItem { Text("Home") }
      MessageList()
        .trackedPage("inbox")
        .unreadBadge(features.unread)
        .tabItem { Text("Inbox") }
      Text("Me")
        .trackedPage("me")
        .tabItem { Text("Me") }
    }
  }
}

/// Says how many messages are unread, and where the latest tap led.
private struct HomeView: View {
  let features: Features

  var body: some View {
    VStack {
      Text("\(features.unread.state.count) unread")
      Text(features.openedLink ?? "Tap a notification")
    }
  }
}

/// The messages.
private struct MessageList: View {
  private let subjects = ["Your parcel", "Dinner?", "Your invoice"]

  var body: some View {
    List(subjects, id: \.self) { subject in
      Text(subject)
    }
  }
}
