import PushHub
import PushHubAlerts
import WeighedApp

@main
struct QuietRulesAlone {
  static func main() throws {
    print(try WeighedApp { _ in [QuietRules()] }.hear())
  }
}
