/// A command of a tool: how it is used, what its help says, and what it does.
package struct ToolCommand {
  let name: String

  /// What follows the name, a line for each way to use it.
  let forms: [String]

  /// What it does, and what its options do, as it is printed.
  let help: String

  /// What it takes besides files, such as `--observer NAME`.
  let options: [String]

  /// A help of its own, in place of the tool's.
  let ownHelp: String?

  /// Does what was asked for.
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

/// What follows the name of a command.
package struct ToolArguments {
  package let command: String
  package private(set) var files: [InputFile] = []
  private var values: [String: String] = [:]

  /// Reads what follows the name; after `--` nothing is an option, and `-` alone never is.
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
        files.append(InputFile(text))
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

  /// The value of an option, or an empty one for an option that takes none; `nil` if it isn't there.
  package subscript(option: String) -> String? { values[option] }

  /// Whether output is for programs: one JSON object a line.
  package var isJSON: Bool { self["--json"] != nil }

  /// The files, of which there is one at least.
  func files(atMost limit: Int = 1) throws(UsageError) -> [InputFile] {
    let given = files.isEmpty ? "none is given" : "\(files.count) are given"
    try UsageError.unless(
      1...limit ~= files.count,
      "\(command) needs one file\(limit > 1 ? " or two" : ""), or - for standard input; \(given)"
    )
    return files
  }
}

/// Arguments that make no sense.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  package static func unless(_ isRight: Bool, _ description: String) throws(UsageError) {
    if !isRight { throw UsageError(description) }
  }

  /// A name that should be one of some others.
  static func unknown(_ name: String, _ problem: String, among names: [String]) -> UsageError {
    UsageError("\(problem) \"\(printable(name))\"; there are \(names.joined(separator: ", "))")
  }
}

/// How a tool ends; the numbers are those of `sysexits.h`.
package enum ExitCode: Int32, Sendable {
  case success = 0

  /// The arguments make no sense.
  case wrongUsage = 64

  /// An input is not what it should be.
  case badInput = 65

  /// An input is not there, or can't be read.
  case missingInput = 66

  /// Nobody listens where somebody should, or somebody does where nobody should.
  case unavailable = 69
}
