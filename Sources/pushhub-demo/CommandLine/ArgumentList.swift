/// The arguments of a command, read from the first to the last.
struct ArgumentList {
  enum Argument: Equatable {
    case option(String)
    case word(String)
  }

  private var rest: ArraySlice<String>
  private var onlyWords = false

  init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)[...]
  }

  /// The next argument; after `--` nothing is an option, and `-` alone never is.
  mutating func next() -> Argument? {
    guard let text = rest.popFirst() else { return nil }
    if text == "--", !onlyWords {
      onlyWords = true
      return next()
    }
    let isOption = text.hasPrefix("-") && text != "-" && !onlyWords
    return isOption ? .option(text) : .word(text)
  }

  /// The value that follows an option.
  mutating func value(of option: String) throws(UsageError) -> String {
    guard let text = rest.popFirst() else {
      throw UsageError(description: "\(option) needs a value")
    }
    return text
  }

  /// The file that an option is to write, which can't be standard output.
  mutating func outputFile(of option: String) throws(UsageError) -> String {
    let name = try value(of: option)
    guard name != "-" else {
      throw UsageError(
        description: "\(option) never writes to standard output; name a file in place of -"
      )
    }
    return name
  }
}
