import OrdersScript
import PushHubReplay
import PushHubScripts

@main
struct OrdersReplay {
  static func main() async {
    await ReplayTool(named: "orders-replay") { ReadyMadeScripts().all + [OrdersScript()] }.main()
  }
}
