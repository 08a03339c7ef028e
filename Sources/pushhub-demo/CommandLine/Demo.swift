import Foundation
import PushHubReplay

@main
enum Demo {
  @MainActor
  static func main() async {
    let console = Console.standard
    do {
      let command = try Command(arguments: CommandLine.arguments.dropFirst())
      exit(console.status(await command.run(on: console)).rawValue)
    } catch {
      console.complain(error.complaint(of: "pushhub-demo"))
      exit(ExitCode.wrongUsage.rawValue)
    }
  }
}
