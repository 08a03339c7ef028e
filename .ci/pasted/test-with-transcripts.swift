import Foundation
import PushHub
import PushHubRecorder

let tap = Data()
let push = PushPayload(userInfo: [:])
let recording = URL(filePath: "/")
@MainActor let observer = Orders { "" }

@MainActor
final class Orders: PushPlugin, PushObserver {
  init(_ status: @escaping @MainActor () async throws -> String) {}
  func receive(_ event: PushEvent) {}
}

@MainActor
final class SlowWorker: BackgroundWorker {
  init(scheduler: any Scheduler) {}
  func performBackgroundWork(for push: Push?) async throws -> FetchResult { .newData }
}

struct OrderStatus: FeatureRecord {
  static let key = "order"
  var status: String
}

// The core of the article on writing a feature.
struct ParcelsCore: FeatureCore {
  enum ParcelsEvent: FeatureEvent {
    case changed(parcels: [String])

    var message: String { "" }
  }

  enum Request: Equatable { case list(Int) }

  typealias Answer = [String]
  typealias Event = ParcelsEvent
  static let name = "parcels"
  private(set) var state: [String]?
  var request: Request? { nil }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {}
}
