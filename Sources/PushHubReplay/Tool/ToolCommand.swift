/// A command of a tool, with its help.
package struct ToolCommand {
  let name: String

  /// The arguments, a line for each way to use it.
  let forms: [String]

  /// The help about the command and its options.
  let help: String

  /// The options, such as `--observer NAME`.
  let options: [String]

  /// A help of its own, printed instead of the tool's.
  let ownHelp: String?

  /// Runs the command.
  let run: @MainActor (ToolArguments, Console) async throws(UsageError) -> ExitCode

  package init(
    _ name: String,
    forms: [String],
    help: String,
    options: [String],
    ownHelp: String? = nil,
    run: @escaping @MainActor (ToolArguments, Console) async throws(UsageError) -> ExitCode
  ) {
    self.name = name
    self.forms = forms
    self.help = help
    self.options = options
    self.ownHelp = ownHelp
    self.run = run
  }
}

/// The arguments of a command.
package struct ToolArguments {
  package let command: String

  /// The paths of the files; `-` is standard input.
  package private(set) var files: [String] = []
  private var values: [String: String] = [:]

  /// Reads the arguments.
  ///
  /// After `--` nothing is an option, and `-` alone is standard input.
  ///
  /// - Returns: `nil` if help is asked for.
  init?(_ arguments: some Sequence<String>, of command: ToolCommand) throws(UsageError) {
    self.command = command.name
    var valueNames = ["--help": ""]
    for words in command.options.map({ $0.split(separator: " ").map(String.init) }) {
      valueNames[words[0]] = words.dropFirst().first ?? ""
    }
    var rest = Array(arguments)[...]
    var onlyFiles = false
    while let text = rest.popFirst() {
      guard text.hasPrefix("-"), text != "-", !onlyFiles else {
        files.append(text)
        continue
      }
      if text == "--help" { return nil }
      if text == "--" {
        onlyFiles = true
      } else if let valueName = valueNames[text] {
        guard let value = valueName.isEmpty ? "" : rest.popFirst() else {
          throw UsageError("\(text) needs a value")
        }
        try UsageError.unless(
          valueName != "OUT" || value != "-",
          "\(text) never writes to standard output; name a file in place of -"
        )
        values[text] = value
      } else {
        let problem = "\(command.name) has no option named"
        throw .unknown(text, problem, among: valueNames.keys.sorted())
      }
    }
  }

  /// The value of an option, empty for an option without a value; `nil` if it isn't given.
  package subscript(option: String) -> String? { values[option] }

  /// Whether the output is one JSON object a line.
  package var isJSON: Bool { self["--json"] != nil }

  /// The files, at least one.
  func files(atMost limit: Int = 1) throws(UsageError) -> [String] {
    let given = files.isEmpty ? "none is given" : "\(files.count) are given"
    try UsageError.unless(
      1...limit ~= files.count,
      "\(command) needs one file\(limit > 1 ? " or two" : ""), or - for standard input; \(given)"
    )
    return files
  }
}

/// Wrong arguments.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  package static func unless(_ isRight: Bool, _ description: String) throws(UsageError) {
    if !isRight { throw UsageError(description) }
  }

  /// An unknown name.
  static func unknown(_ name: String, _ problem: String, among names: [String]) -> UsageError {
    UsageError("\(problem) \"\(name)\"; there are \(names.joined(separator: ", "))")
  }
}

/// The exit status of a tool, as in `sysexits.h`.
package enum ExitCode: Int32, Sendable {
  case success = 0

  /// The arguments are wrong.
  case wrongUsage = 64

  /// An input is malformed.
  case badInput = 65

  /// An input doesn't exist or can't be read, or an output can't be written.
  case missingInput = 66

  /// No app receives what is sent, or another app does already.
  case unavailable = 69
}
