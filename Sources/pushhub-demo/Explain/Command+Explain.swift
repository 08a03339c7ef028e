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
      case .option("--at"): time = try arguments.seconds(of: "--at")
      case .option("--observer"): observer = try arguments.observer()
      case .option("--help"): return .help
      case .option(let name): throw .unknownOption(name, of: "explain")
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 else {
      throw UsageError(description: "explain needs one file, or - for standard input")
    }
    guard let time else { throw UsageError(description: "explain needs --at SECONDS") }
    return .explain(
      ExplainCommand.Options(file: file, format: format, time: time, observer: observer)
    )
  }
}

extension ArgumentList {
  fileprivate mutating func seconds(of option: String) throws(UsageError) -> Duration {
    let text = try value(of: option)
    guard let time = JSONNumber(text: text).flatMap(Duration.init(seconds:)), time >= .zero else {
      throw UsageError(
        description: "\(option) needs a number of seconds, zero or more and below 9000000000, "
          + "not \"\(printable(text))\""
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
