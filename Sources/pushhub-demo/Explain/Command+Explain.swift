import PushHub

extension Command {
  static func explain(_ arguments: inout ArgumentList) throws(UsageError) -> Command {
    var files: [InputFile] = []
    var format = OutputFormat.text
    var time: Duration?
    var observer: ExplainedSubject?
    while let argument = arguments.next() {
      switch argument {
      case .option("--json"): format = .json
      case .option("--at"): time = try arguments.time(of: "--at")
      case .option("--observer"): observer = try arguments.observer()
      case .option("--help"): return .help
      case .option(let name): throw .unknownOption(name, of: "explain")
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 else {
      throw .fileCount(files.count, of: "explain")
    }
    guard let time else { throw UsageError(description: "explain needs --at TIME") }
    return .explain(
      ExplainCommand.Options(file: file, format: format, time: time, observer: observer)
    )
  }
}

extension ArgumentList {
  fileprivate mutating func time(of option: String) throws(UsageError) -> Duration {
    let text = try value(of: option)
    guard let time = Duration(timeText: text) else {
      throw UsageError(
        description: "\(option) needs seconds such as 76.5, or a time such as 1:16.5 or "
          + "0:01:16.500, below 9000000000 seconds, not \"\(printable(text))\""
      )
    }
    return time
  }

  fileprivate mutating func observer() throws(UsageError) -> ExplainedSubject {
    let name = try value(of: "--observer")
    guard let subject = ExplainedSubject.observers.first(where: { $0.rawValue == name }) else {
      let names = ExplainedSubject.observers.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        description: "--observer knows nobody named \"\(printable(name))\"; there are \(names)"
      )
    }
    return subject
  }
}
