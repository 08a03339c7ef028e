import Foundation
import PushHub
import PushHubRecorder

/// Plays a transcript up to an instant, and says what is true then and what led there.
@MainActor
package struct ExplainCommand {
  /// What is to be done.
  package struct Options: Equatable, Sendable {
    package var file: InputFile
    package var format = OutputFormat.text

    /// The instant, counted from the start.
    package var time: Duration

    /// About which feature alone, by name.
    package var feature: String?

    package init(file: InputFile, format: OutputFormat, time: Duration, feature: String?) {
      self.file = file
      self.format = format
      self.time = time
      self.feature = feature
    }
  }

  private let options: Options
  private let console: Console
  private let scripts: [any FeatureScript]

  /// - Parameter scripts: Features that have not been played.
  package init(options: Options, console: Console, scripts: [any FeatureScript]) {
    self.options = options
    self.console = console
    self.scripts = scripts
  }

  package func run() async -> ExitCode {
    let vocabulary = [any FeatureRecord.Type](of: scripts)
    return await console.withTranscript(in: options.file, vocabulary) { transcript, bytes in
      let play = try ExplainedReplay(
        transcript,
        named: options.file.title,
        lines: Transcript.recordLines(in: bytes),
        scripts: scripts
      )
      if let feature = options.feature, !play.replay.hasFeature(named: feature) {
        throw FileFailure(
          status: .badInput,
          reason: "it has no records of \(feature), which takes no part without any"
        )
      }
      await play.run(until: options.time)
      let explanation = play.explanation(
        asked: options.time,
        about: options.feature
      )
      let rows =
        options.format == .json
        ? explanation.jsonLines : explanation.rows(coloured: console.isColoured)
      console.print(rows.joined(separator: "\n"))
      return .success
    }
  }
}

// MARK: - Arguments

extension ExplainCommand.Options {
  static let optionNames = ["--json", "--at", "--observer", "--help"]

  /// Reads what follows `explain`.
  ///
  /// - Returns: `nil` if help is asked for.
  package init?(_ arguments: inout ArgumentList, features: [String]) throws(UsageError) {
    var files: [InputFile] = []
    var format = OutputFormat.text
    var time: Duration?
    var feature: String?
    while let argument = arguments.next() {
      switch argument {
      case .option("--json"): format = .json
      case .option("--at"): time = try arguments.time(of: "--at")
      case .option("--observer"): feature = try arguments.feature(among: features)
      case .option("--help"): return nil
      case .option(let name):
        throw .unknownOption(name, of: "explain", among: Self.optionNames)
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 else {
      throw .fileCount(files.count, of: "explain")
    }
    guard let time else { throw UsageError(description: "explain needs --at TIME") }
    self.init(file: file, format: format, time: time, feature: feature)
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

  fileprivate mutating func feature(among names: [String]) throws(UsageError) -> String {
    let name = try value(of: "--observer")
    guard names.contains(name) else {
      throw .unknownSpeaker(name, of: "--observer", among: names)
    }
    return name
  }
}

// MARK: - Times

extension Duration {
  /// The most seconds that a time of a transcript can have, and one more.
  private static let bound = Duration.seconds(9_000_000_000)

  /// Reads seconds, `M:SS` or `H:MM:SS`, each with decimals or without.
  ///
  /// Everything that is printed as a time since the start is read. What is below zero, or too
  /// large for a transcript, is not.
  package init?(timeText text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      guard let time = JSONNumber(text: text).flatMap(Duration.init(seconds:)), time >= .zero
      else { return nil }
      self = time
      return
    }
    guard parts.count <= 3, let seconds = Duration(secondsOfClock: parts[parts.count - 1]),
      let minutes = Int64(digits: parts[parts.count - 2]),
      let hours = parts.count == 3 ? Int64(digits: parts[0]) : 0,
      parts.count == 2 || parts[1].count == 2 && minutes < 60
    else { return nil }
    let time = .seconds(hours * 3_600 + minutes * 60) + seconds
    guard time < Self.bound else { return nil }
    self = time
  }

  /// Two digits below 60, and decimals if there are any.
  private init?(secondsOfClock text: Substring) {
    let whole = text.prefix { $0 != "." }
    // JSON has no zero in front.
    let number = text.hasPrefix("0") ? text.dropFirst() : text
    guard whole.count == 2, let seconds = Int64(digits: whole), seconds < 60,
      text.count == 2 || Self.isDigits(text.dropFirst(3)),
      let time = JSONNumber(text: String(number)).flatMap(Duration.init(seconds:))
    else { return nil }
    self = time
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Int64 {
  /// A number of ten digits at most, and of nothing else.
  fileprivate init?(digits text: Substring) {
    guard text.count <= 10, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    self.init(text)
  }
}
