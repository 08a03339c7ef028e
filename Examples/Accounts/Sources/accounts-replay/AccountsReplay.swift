import PushHubReplay
import PushHubScripts

@main
struct AccountsReplay {
  static func main() async {
    await ReplayTool(named: "accounts-replay") { ReadyMadeScripts().ifRecorded }.main()
  }
}
