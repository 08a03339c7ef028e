import Foundation

/// A command-line tool that plays and explains recordings of an app's own features, and reports on them.
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
/// `orders-replay --help` lists its commands.
@MainActor
public struct ReplayTool {
  let name: String
  private let others: [ToolCommand]
  private let byDefault: (arguments: [String], help: String)?
  private let statuses: String
  let makeScripts: () -> [any FeatureScript]

  /// Creates a tool.
  ///
  /// - Parameters:
  ///   - name: The name of the tool.
  ///   - makeScripts: Creates the features, in the order of their output; called for each replay.
  public init(named name: String, features makeScripts: @escaping () -> [any FeatureScript]) {
    self.init(named: name, and: [], features: makeScripts)
  }

  /// Creates a tool with more commands.
  ///
  /// - Parameters:
  ///   - name: The name of the tool.
  ///   - others: Further commands.
  ///   - byDefault: The arguments if none are given, and a text about them for the help.
  ///   - statuses: A text about the exit statuses for the help.
  ///   - makeScripts: Creates the features, in the order of their output; called for each replay.
  package init(
    named name: String,
    and others: [ToolCommand],
    byDefault: (arguments: [String], help: String)? = nil,
    statuses: String = """
    Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript, 66 for a file that
    can't be read or written.
    """,
    features makeScripts: @escaping () -> [any FeatureScript]
  ) {
    self.name = name
    self.others = others
    self.byDefault = byDefault
    self.statuses = statuses
    self.makeScripts = makeScripts
  }

  /// Runs the command of the process's arguments, and ends the process.
  public func main() async -> Never {
    exit(await run(CommandLine.arguments.dropFirst()))
  }

  /// Runs the command of some arguments.
  ///
  /// - Returns: The exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript, 66 for
  ///   one that can't be read or written.
  public func run(_ arguments: some Sequence<String>) async -> Int32 {
    let console = Console.standard
    return console.status(await run(arguments, on: console)).rawValue
  }

  package func run(_ arguments: some Sequence<String>, on console: Console) async -> ExitCode {
    var arguments = Array(arguments)
    if arguments.isEmpty, let byDefault { arguments = byDefault.arguments }
    let commands = [.play(with: self), .explain(makeScripts())] + others
    do throws(UsageError) {
      guard let word = arguments.first, !["help", "-h", "--help"].contains(word) else {
        console.print(help(commands))
        return .success
      }
      guard let command = commands.first(where: { $0.name == word }) else {
        let names = commands.map(\.name) + ["help"]
        throw .unknown(word, "there is no command named", among: names)
      }
      guard let arguments = try ToolArguments(arguments.dropFirst(), of: command) else {
        console.print(command.ownHelp ?? help(commands))
        return .success
      }
      return try await command.run(arguments, console)
    } catch {
      console.complain("\(name): \(error)", "For help: \(name) help")
      return .wrongUsage
    }
  }
}

// MARK: - Help

extension ReplayTool {
  private func help(_ commands: [ToolCommand]) -> String {
    let uses = commands.flatMap { command in command.forms.map { "\(command.name) \($0)" } }
    let forms = (byDefault == nil ? [] : [name]) + (uses + ["--help"]).map { "\(name) \($0)" }
    var paragraphs = ["usage: " + forms.joined(separator: "\n       ")]
    paragraphs += [byDefault].compactMap { $0?.help } + commands.map(\.help)
    paragraphs += ["--json           Prints one JSON object a line.", statuses]
    return paragraphs.joined(separator: "\n\n")
  }
}
