import Foundation
import PushHub
import PushHubObservers

struct Offer {
  let id: String
  let title: String
  let endDate: Date
}

struct Page {
  let offers: [Offer]
}

extension OfferList {
  func markAsOver(_ ids: [String]) {}
}

@MainActor let handler = CountdownHandler(scheduler: scheduler)
@MainActor let list = OfferList(handler: handler)
@MainActor let page = Page(offers: [])
@MainActor let dateOfAnswer = Date.distantPast
