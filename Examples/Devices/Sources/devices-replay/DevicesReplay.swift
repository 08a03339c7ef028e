import PushHubReplay
import PushHubScripts

@main
struct DevicesReplay {
  static func main() async {
    await ReplayTool(named: "devices-replay") { ReadyMadeScripts().ifRecorded }.main()
  }
}
