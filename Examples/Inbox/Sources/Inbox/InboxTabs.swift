import PushHub
import PushHubAlerts
import PushHubObservers
import SwiftUI

/// The tabs, each a page of the app's.
struct InboxTabs: View {
  let features: Features

  var body: some View {
    TabView {
      HomeView(features: features)
        .trackedPage("home")
        .tabBadge(features.unread)
        .tabItem { Text("Home") }
      OfferList(features: features)
        .trackedPage("offers")
        .tabItem { Text("Offers") }
      InboxList(inbox: features.inbox)
        .trackedPage("inbox")
        .tabBadge(features.badges["tabs/inbox"])
        .tabItem { Text("Inbox") }
      List(["Welcome"], id: \.self) { Text($0) }
        .trackedPage("news")
        .tabBadge(features.news)
        .tabItem { Text("News") }
    }
    .foregroundBanner(features.banners)
  }
}

/// Says how many messages are unread, and where the latest tap led.
private struct HomeView: View {
  let features: Features

  var body: some View {
    VStack {
      Text("\(features.unread.state.count) unread")
      Text(features.openedLink ?? "Tap a notification")
      Button(features.isQuietAtNight ? "Be loud at night" : "Be quiet at night") {
        features.isQuietAtNight.toggle()
      }
      if features.permission.isAsking {
        Text("Shall we tell you when an offer ends?")
        Button("Yes") { features.permission.answer(.accepted) }
        Button("Not now") { features.permission.answer(.later) }
      }
    }
  }
}

/// The offers, each with the time that it has left.
private struct OfferList: View {
  let features: Features

  var body: some View {
    List(Offer.samples, id: \.id) { offer in
      HStack {
        Text(offer.title)
        Spacer()
        CountdownText(offer.id, in: features.countdown, named: offer.title)
        Button("Remind me") { features.remind(of: offer.title, id: "offer-\(offer.id)") }
      }
    }
    #if canImport(UIKit)
    .sheet(
      isPresented: Binding { @MainActor in
        features.editedScreenshot != nil
      } set: { @MainActor isEdited in
        if !isEdited { features.editedScreenshot = nil }
      }
    ) {
      if let image = features.editedScreenshot {
        Image(uiImage: image).resizable().scaledToFit().trackedOverlay()
      }
    }
    #endif
  }
}
