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
  private let others: [ToolCommand]
  private let byDefault: (arguments: [String], help: String)?
  private let statuses: KeyValuePairs<ExitCode, String>
  private let makeScripts: () -> [any FeatureScript]

  /// Makes a tool.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - makeScripts: Makes the features, in the order in which they speak; called for each play.
  public init(named name: String, features makeScripts: @escaping () -> [any FeatureScript]) {
    self.init(named: name, and: [], features: makeScripts)
  }

  /// Makes a tool with more commands.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - others: What it does besides playing and explaining.
  ///   - byDefault: What it does without arguments, with what its help says of that.
  ///   - statuses: When it ends how, but for success.
  ///   - makeScripts: Makes the features, in the order in which they speak; called for each play.
  package init(
    named name: String,
    and others: [ToolCommand],
    byDefault: (arguments: [String], help: String)? = nil,
    statuses: KeyValuePairs<ExitCode, String> = [
      .wrongUsage: "for wrong usage", .badInput: "for a file that is no transcript",
      .missingInput: "for a file that can't be read or written",
    ],
    features makeScripts: @escaping () -> [any FeatureScript]
  ) {
    self.name = name
    self.others = others
    self.byDefault = byDefault
    self.statuses = statuses
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

  package func run(_ arguments: some Sequence<String>, on console: Console) async -> ExitCode {
    var arguments = Array(arguments)
    if arguments.isEmpty, let byDefault { arguments = byDefault.arguments }
    let commands = commands
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
      console.complain("\(name): \(error)\nFor help: \(name) help")
      return .wrongUsage
    }
  }

  private var commands: [ToolCommand] {
    [.play(with: name, features: makeScripts), .explain(makeScripts())] + others
  }
}

// MARK: - Help

extension ReplayTool {
  private func help(_ commands: [ToolCommand]) -> String {
    let uses = commands.flatMap { command in command.forms.map { "\(command.name) \($0)" } }
    let forms = (byDefault == nil ? [] : [name]) + (uses + ["--help"]).map { "\(name) \($0)" }
    let statuses = statuses.map { "\($0.rawValue) \($1)" }.joined(separator: ", ")
    let paragraphs =
      ["usage: " + forms.joined(separator: "\n       ")]
      + (byDefault.map { [$0.help] } ?? [])
      + commands.map { command in
        let rows = [(key: command.name, value: command.help)] + command.options
        return rows.filter { !$0.value.isEmpty }.map(Self.row).joined(separator: "\n")
      }
      + [
        Self.row(of: "--json", "Prints one JSON object a line."),
        Self.wrapped("Exit status: 0, or \(statuses).", indent: 0),
      ]
    return paragraphs.joined(separator: "\n\n")
  }

  private static func row(of name: String, _ words: String) -> String {
    name.padding(toLength: 17, withPad: " ", startingAt: 0) + wrapped(words, indent: 17)
  }

  /// The words in lines of a hundred columns, all but the first behind some spaces.
  private static func wrapped(_ words: String, indent: Int) -> String {
    var column = indent
    return words.split(separator: " ").reduce(into: "") { text, word in
      let isFirst = text.isEmpty
      column += word.count + (isFirst ? 0 : 1)
      if column > 100 {
        column = indent + word.count
        text += "\n" + String(repeating: " ", count: indent) + word
      } else {
        text += (isFirst ? "" : " ") + word
      }
    }
  }
}
