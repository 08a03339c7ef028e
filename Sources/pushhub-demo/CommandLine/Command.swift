/// What the demo was asked to do.
enum Command: Equatable {
  case help
  case push(files: [InputFile], json: Bool)

  static let usage = """
    usage: pushhub-demo
           pushhub-demo push [--json] FILE...
           pushhub-demo --help

    Without arguments, plays the payloads that come with the demo.

    push    Delivers .apns files, as for `xcrun simctl push`, to a notification manager
            with three observers, and prints what became of each; - is standard input.
    --json  Prints one JSON object a line.

    Exit status: 0, or 64 for wrong usage, 65 for a file that is no payload, 66 for a file
    that can't be read; the other files are delivered all the same.
    """
}

/// Arguments that make no sense.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension Command {
  init(arguments: some Sequence<String>) throws(UsageError) {
    var arguments = Array(arguments)[...]
    switch arguments.popFirst() {
    case nil:
      self = .push(files: BundledPayloads.files, json: false)
    case "push":
      self = try .push(arguments)
    case "help", "-h", "--help":
      self = .help
    case let word?:
      throw UsageError(description: "there is no command named \"\(printable(word))\"")
    }
  }

  private static func push(_ arguments: ArraySlice<String>) throws(UsageError) -> Command {
    var files: [InputFile] = []
    var json = false
    var onlyFiles = false
    for argument in arguments {
      switch argument {
      case "--" where !onlyFiles: onlyFiles = true
      case "--json" where !onlyFiles: json = true
      case "--help" where !onlyFiles: return .help
      case _ where argument.hasPrefix("-") && argument != "-" && !onlyFiles:
        throw UsageError(description: "push has no option named \"\(printable(argument))\"")
      default: files.append(InputFile(argument))
      }
    }
    guard !files.isEmpty else {
      throw UsageError(description: "push needs at least one file, or - for standard input")
    }
    return .push(files: files, json: json)
  }

  @MainActor
  func run(on console: Console) async -> ExitCode {
    switch self {
    case .help:
      console.print(Self.usage)
      return .success
    case .push(let files, let json):
      return await PushCommand(files: files, format: json ? .json : .text, console: console).run()
    }
  }
}
