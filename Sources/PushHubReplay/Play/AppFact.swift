import PushHub

/// Something that is true of the app for a while.
enum AppFact: FeatureFact {
  case phase(AppPhase)
  case page(PageID)
  case cover(depth: Int)
  case account(AccountID?)

  var name: String {
    switch self {
    case .phase: "phase"
    case .page(let page): "page \(page.rawValue)"
    case .cover: "overlays"
    case .account: "account"
    }
  }

  var json: JSONValue {
    switch self {
    case .phase(let phase): .string(phase.rawValue)
    case .page: true
    case .cover(let depth): depth.json
    case .account(let account): account.map { .string($0.rawValue) } ?? .null
    }
  }

  var words: FactWords {
    switch self {
    case .phase(.background): "in the background\(.since)"
    case .phase(let phase): "\(phase.rawValue)\(.since)"
    case .page(let page): "page \(page.rawValue) visible\(.since)"
    case .cover(0): "nothing covers the page"
    case .cover(1): "something covers the page\(.since)"
    case .cover(let depth): "\(depth) things cover the page\(.since)"
    case .account(let account): "\(account?.rawValue ?? "nobody") signed in\(.since)"
    }
  }
}
