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
        .tabBadge(features.unread)
        .tabItem { Text("Home") }
      OfferList(features: features)
        .trackedPage("offers")
        .tabItem { Text("Offers") }
      NewsList()
        .trackedPage("news")
        .tabBadge(features.news)
        .tabItem { Text("News") }
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

/// The offers, each with the time that it has left.
private struct OfferList: View {
  let features: Features

  var body: some View {
    List(Offer.samples, id: \.id) { offer in
      HStack {
        Text(offer.title)
        Spacer()
        CountdownText(offer.id, in: features.countdown, named: offer.title)
      }
    }
    #if canImport(UIKit)
    .sheet(isPresented: isEditing) {
      if let image = features.editedScreenshot {
        Image(uiImage: image).resizable().scaledToFit().trackedOverlay()
      }
    }
    #endif
  }

  #if canImport(UIKit)
  private var isEditing: Binding<Bool> {
    Binding { @MainActor in
      features.editedScreenshot != nil
    } set: { @MainActor isEditing in
      guard !isEditing else { return }
      features.editedScreenshot = nil
    }
  }
  #endif
}

/// The news, of which the newest lights the dot until this page was seen.
private struct NewsList: View {
  var body: some View {
    List(["Welcome"], id: \.self) { headline in
      Text(headline)
    }
  }
}
