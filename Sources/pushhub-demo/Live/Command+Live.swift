extension Command {
  /// Reads what follows `live`.
  static func live(_ arguments: inout ArgumentList) throws(UsageError) -> Command {
    var options = LiveCommand.Options()
    while let argument = arguments.next() {
      switch argument {
      case .option("--socket"): options.socket = try arguments.value(of: "--socket")
      case .option("--record"): options.recording = try arguments.outputFile(of: "--record")
      case .option("--help"): return .liveHelp
      case .option(let name): throw .unknownOption(name, of: "live")
      case .word(let word):
        throw UsageError(description: "live takes no file such as \"\(printable(word))\"")
      }
    }
    return .live(options)
  }
}

/// Where `push` delivers, if not to a manager of its own.
struct LiveDestination {
  var isWanted = false
  var socket: String?

  /// The command that sends the files there; `nil` if that is not asked for.
  func command(
    for files: [InputFile],
    format: OutputFormat
  ) throws(UsageError) -> Command? {
    guard isWanted || socket != nil else { return nil }
    guard isWanted else { throw UsageError(description: "--socket goes with --live") }
    guard format == .text else { throw UsageError(description: "--live goes with no --json") }
    return .send(SendCommand.Options(files: files, socket: socket))
  }
}
