import PushHub
import PushHubObservers

/// The events of the feature of an article.
enum ParcelsEvent: FeatureEvent {
  case changed(parcels: [String])

  var message: String {
    switch self {
    case .changed(let parcels): "\(parcels.count) parcels are under way"
    }
  }
}

struct ParcelsCore: FeatureCore {
  typealias Answer = [String]
  typealias Event = ParcelsEvent

  enum Action: Codable { case refresh }

  enum Request: Equatable {
    case postpone(String)
    case list(Int)
  }

  static let name = "parcels"
  static let interests: Set<PushEvent.Kind> = [.received, .opened]

  /// The parcels under way; `nil` while they are not known.
  private(set) var state: [String]?
  private var postponed: [String] = []

  /// The number of reasons to ask, and of those that are answered.
  private var (reasons, answered) = (0, 0)

  var stored: [String]? { state }

  var request: Request? {
    postponed.first.map(Request.postpone) ?? (reasons > answered ? .list(reasons) : nil)
  }

  func event(since old: [String]?) -> Event? { state.map { .changed(parcels: $0) } }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin(let parcels):
      state = turn.lifecycle.accounts == [] ? [] : parcels
      reasons += 1
    case .push(.received), .refresh, .action(.refresh): reasons += 1
    case .push(.opened(let push, let response)):
      guard response.button(in: "PARCEL", of: push) == "later",
        let parcel = push.payload["parcel"]?.stringValue
      else { return }
      postponed.append(parcel)
    case .answered(.postpone, .success):
      postponed.removeFirst()
      reasons += 1
    case .answered(.postpone, .failure(let failure)) where failure.isPermanent:
      postponed.removeFirst()
    case .answered(.list(let reason), .success(let parcels)): (answered, state) = (reason, parcels)
    default: break
    }
  }
}

protocol ParcelServer: Sendable {
  func parcels(for account: AccountID) async throws -> [String]
  func postpone(_ parcel: String) async throws
}

final class Parcels: PushFeature {
  let runtime: FeatureRuntime<ParcelsCore>
  let categories = [
    NotificationCategory(identifier: "PARCEL", buttons: ["later": "Deliver Tomorrow"])
  ]

  init(server: any ParcelServer, store: (any Store<ParcelsCore.Values>)? = nil) {
    runtime = FeatureRuntime(ParcelsCore(), store: store) { request, account in
      switch request {
      case .list: return try await server.parcels(for: account)
      case .postpone(let parcel):
        try await server.postpone(parcel)
        return []
      }
    }
  }
}

extension Parcels: BadgeSource {
  var badge: Badge { state.map { .number($0.count) } ?? .unknown }
}
