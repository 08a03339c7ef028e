extension Command {
  /// Reads what follows `play`.
  static func play(_ arguments: inout ArgumentList) throws(UsageError) -> Command {
    var files: [InputFile] = []
    var options = PlayCommand.Options(file: InputFile("-"))
    var isRealtime = false
    while let argument = arguments.next() {
      switch argument {
      case .option("--json"): options.format = .json
      case .option("--only"): options.speakers = try arguments.speakers()
      case .option("--realtime"): isRealtime = true
      case .option("--speed"): options.speed = try arguments.speed()
      case .option("--record"): options.recording = try arguments.outputFile(of: "--record")
      case .option("--html"): options.page = try arguments.outputFile(of: "--html")
      case .option("--help"): return .help
      case .option(let name): throw .unknownOption(name, of: "play")
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 else {
      throw .fileCount(files.count, of: "play")
    }
    options.file = file
    if isRealtime {
      guard options.speed == nil else {
        throw UsageError(
          description: "--realtime goes with no --speed; it is the same as --speed 1"
        )
      }
      options.speed = 1
    }
    guard options.page == nil || options.isPlain else {
      throw UsageError(
        description: "--html goes with none of --json, --only, --realtime and --speed"
      )
    }
    return .play(options)
  }
}

extension ArgumentList {
  fileprivate mutating func speakers() throws(UsageError) -> Set<PlayedLine.Speaker> {
    var speakers: Set<PlayedLine.Speaker> = []
    for name in try value(of: "--only").split(separator: ",") {
      guard let speaker = PlayedLine.Speaker(rawValue: String(name)) else {
        throw UsageError(description: "--only knows nobody named \"\(printable(String(name)))\"")
      }
      speakers.insert(speaker)
    }
    return speakers
  }

  fileprivate mutating func speed() throws(UsageError) -> Double {
    let text = try value(of: "--speed")
    guard let speed = Double(text), speed.isFinite, speed > 0 else {
      throw UsageError(
        description: "--speed needs a number above zero, not \"\(printable(text))\""
      )
    }
    return speed
  }
}
