/// A command of a tool: how it is used, what its help says, and what it does.
package struct ToolCommand {
  let name: String

  /// What follows the name, a line for each way to use it.
  let forms: [String]

  let help: String

  /// What it takes besides files, such as `--speed N`, with what the help says of it; nothing is said
  /// of an option that the help explains elsewhere.
  let options: KeyValuePairs<String, String>

  /// A help of its own, in place of the tool's.
  let ownHelp: String?

  /// Does what was asked for.
  let run: @MainActor (ToolArguments, Console) async throws(UsageError) -> ExitCode

  package init(
    _ name: String,
    forms: [String],
    help: String,
    options: KeyValuePairs<String, String>,
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
    for words in command.options.map({ $0.key.split(separator: " ").map(String.init) }) {
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
        values[text] = valueName.isEmpty ? "" : try Self.value(valueName, of: text, in: &rest)
      } else {
        let problem = "\(command.name) has no option named"
        throw .unknown(text, problem, among: valueNames.keys.sorted())
      }
    }
  }

  private static func value(
    _ name: String,
    of option: String,
    in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
    try UsageError.unless(
      name != "OUT" || value != "-",
      "\(option) never writes to standard output; name a file in place of -"
    )
    return value
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
      "\(command) needs one file, or - for standard input; \(given)"
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

  /// A name that should be one of some others, with the one that was probably meant, if there is one.
  ///
  /// - Parameter isListed: Whether all others are told where none was.
  static func unknown(
    _ name: String,
    _ problem: String,
    among names: [String],
    isListed: Bool = false
  ) -> UsageError {
    let list = isListed ? "; there are \(names.joined(separator: ", "))" : ""
    let hint = nearest(to: name, among: names).map { "; did you mean \($0)?" }
    return UsageError("\(problem) \"\(printable(name))\"" + (hint ?? list))
  }

  /// The name that differs by the fewest slips of the keyboard, if those are few for its length.
  static func nearest(to name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let distances = names.map { (name: $0, distance: slips(from: name.lowercased(), to: $0)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, min(2, best.name.count / 3)) ? best.name : nil
  }

  /// How many characters were left out, added, mistaken or swapped with the next, at the least.
  private static func slips(from text: String, to name: String) -> Int {
    let (text, name) = (Array(text), Array(name))
    var beforeLast: [Int] = []
    var last = Array(0...name.count)
    for (row, character) in text.enumerated() {
      var current = [row + 1]
      for column in name.indices {
        let isSame = character == name[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, character == name[column - 1], text[row - 1] == name[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[name.count]
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
