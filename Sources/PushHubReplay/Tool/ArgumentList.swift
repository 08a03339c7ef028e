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

  /// What a tool prints: what is wrong, and where its help is.
  package func complaint(of tool: String) -> String {
    "\(tool): \(description)\nFor help: \(tool) help"
  }
}

extension UsageError {
  package static func unknownCommand(_ name: String, among names: [String]) -> UsageError {
    UsageError(
      description: "there is no command named \"\(printable(name))\""
        + hint(for: name, among: names)
    )
  }

  package static func unknownOption(
    _ name: String,
    of command: String,
    among names: [String]
  ) -> UsageError {
    UsageError(
      description: "\(command) has no option named \"\(printable(name))\""
        + hint(for: name, among: names)
    )
  }

  /// A value that should be one of some names, and is none of them.
  package static func unknownSpeaker(
    _ name: String,
    of option: String,
    among names: [String]
  ) -> UsageError {
    let hint = hint(for: name, among: names)
    return UsageError(
      description: "\(option) knows nobody named \"\(printable(name))\""
        + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    )
  }

  /// Asks for the name that was probably meant, if there is one.
  private static func hint(for name: String, among names: [String]) -> String {
    nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
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
