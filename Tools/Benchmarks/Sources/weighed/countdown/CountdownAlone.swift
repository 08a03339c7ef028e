import PushHub
import PushHubObservers
import WeighedApp

@main
struct CountdownAlone {
  static func main() throws {
    print(try WeighedApp { [CountdownHandler(scheduler: $0)] }.hear())
  }
}
