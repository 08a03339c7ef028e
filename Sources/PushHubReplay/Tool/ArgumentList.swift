/// The arguments of a command, read from the first to the last.
package struct ArgumentList {
  package enum Argument: Equatable {
    case option(String)
    case word(String)
  }

  private var rest: ArraySlice<String>
  private var onlyWords = false

  package init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)[...]
  }

  /// The next argument; after `--` nothing is an option, and `-` alone never is.
  package mutating func next() -> Argument? {
    guard let text = rest.popFirst() else { return nil }
    if text == "--", !onlyWords {
      onlyWords = true
      return next()
    }
    let isOption = text.hasPrefix("-") && text != "-" && !onlyWords
    return isOption ? .option(text) : .word(text)
  }

  /// The value that follows an option.
  package mutating func value(of option: String) throws(UsageError) -> String {
    guard let text = rest.popFirst() else {
      throw UsageError(description: "\(option) needs a value")
    }
    return text
  }

  /// The file that an option is to write, which can't be standard output.
  package mutating func outputFile(of option: String) throws(UsageError) -> String {
    let name = try value(of: option)
    guard name != "-" else {
      throw UsageError(
        description: "\(option) never writes to standard output; name a file in place of -"
      )
    }
    return name
  }
}

/// Arguments that make no sense.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

extension UsageError {
  package static func unknownOption(_ name: String, of command: String) -> UsageError {
    UsageError(description: "\(command) has no option named \"\(printable(name))\"")
  }

  package static func fileCount(_ count: Int, of command: String) -> UsageError {
    let given = count == 0 ? "none is given" : "\(count) are given"
    return UsageError(
      description: "\(command) needs one file, or - for standard input; \(given)"
    )
  }
}

/// For whom a tool prints.
package enum OutputFormat: Equatable, Sendable {
  /// For people.
  case text

  /// For programs: one JSON object a line.
  case json
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
