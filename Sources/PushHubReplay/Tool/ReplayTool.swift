import Foundation

/// A command-line tool that plays, explains and draws recordings of an app's own features.
///
/// ```swift
/// @main
/// struct OrdersReplay {
///   static func main() async {
///     await ReplayTool(named: "orders-replay") { [OrdersScript()] }.main()
///   }
/// }
/// ```
///
/// `orders-replay --help` says what it can do.
@MainActor
public struct ReplayTool {
  private let name: String
  private let makeScripts: () -> [any FeatureScript]

  /// Makes a tool.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - makeScripts: Makes the features, in the order in which they speak; called for each play.
  public init(named name: String, features makeScripts: @escaping () -> [any FeatureScript]) {
    self.name = name
    self.makeScripts = makeScripts
  }

  /// Does what the process's arguments say, and ends the process.
  public func main() async -> Never {
    exit(await run(CommandLine.arguments.dropFirst()))
  }

  /// Does what arguments say.
  ///
  /// - Returns: The exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript, 66 for
  ///   one that can't be read or written.
  public func run(_ arguments: some Sequence<String>) async -> Int32 {
    let console = Console.standard
    return console.status(await run(arguments, on: console)).rawValue
  }

  func run(_ arguments: some Sequence<String>, on console: Console) async -> ExitCode {
    var arguments = ArgumentList(arguments)
    let scripts = makeScripts()
    let names = scripts.map(\.name)
    do throws(UsageError) {
      switch arguments.next() {
      case .word("play"):
        if let options = try PlayCommand.Options(&arguments, features: names) {
          return await PlayCommand(
            options: options,
            console: console,
            of: name,
            features: makeScripts
          )
          .run()
        }
      case .word("explain"):
        if let options = try ExplainCommand.Options(&arguments, features: names) {
          return await ExplainCommand(options: options, console: console, scripts: scripts).run()
        }
      case .word("help"), .option("-h"), .option("--help"), nil: break
      case .word(let word), .option(let word):
        throw .unknownCommand(word, among: ["play", "explain", "help"])
      }
    } catch {
      console.complain(error.complaint(of: name))
      return .wrongUsage
    }
    console.print(usage(names))
    return .success
  }

  private func usage(_ features: [String]) -> String {
    """
    usage: \(name) play [--json] [--only NAMES] [--realtime | --speed N] [--record OUT] FILE
           \(name) play --html OUT [--record OUT] FILE
           \(name) play --html OUT BEFORE AFTER
           \(name) explain [--json] FILE --at TIME [--observer NAME]

    play        Plays a transcript on a simulated clock, and prints what the hub and the features
                do; - is standard input.
    --only      Prints only what these say: hub, \(features.joined(separator: ", ")).
    --realtime  Plays as time really passes.
    --speed N   Lets N seconds pass in one.
    --record    Records the play to a file, which plays in turn.
    --html      Writes a report to look at, one file for any browser, in place of lines; of two
                files, one beside the other, with what the features did differently.

    explain     Plays a transcript up to a time, all of that instant included, and says what is
                true then of the app and of each feature, and which records led there.
    --at        The time since the start: seconds, M:SS or H:MM:SS, with decimals if there are any.
    --observer  Explains one feature alone.

    --json      Prints one JSON object a line.

    Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript, 66 for a file that
    can't be read or written.
    """
  }
}
