package import Foundation
package import PushHub
package import PushHubRecorder

/// A file to read, or standard input.
package struct InputFile: Equatable, Sendable {
  /// What the file is called in what is printed.
  package let name: String

  /// Where it is; `-` is standard input.
  package let path: String

  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The file that an argument names.
  package init(_ argument: String) {
    self.init(name: argument, path: argument)
  }

  /// What a reader knows the file by, without the folders on the way to it.
  package var title: String {
    path == "-" ? "Standard input" : URL(filePath: name).lastPathComponent
  }

  package func read(from console: Console) throws(Unreadable) -> Data {
    do {
      return try path == "-" ? console.readInput() : console.readFile(path)
    } catch {
      throw Unreadable(error)
    }
  }

  /// Why a file is not there, or can't be read.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    /// The usual reasons have words of their own; for others, the system's are all there is.
    init(_ error: any Error) {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
      description =
        switch ((error as? CocoaError)?.code, (underlying as? POSIXError)?.code) {
        case (_, .EISDIR): "it is a folder, not a file"
        case (.fileNoSuchFile, _), (.fileReadNoSuchFile, _): "the file doesn't exist"
        case (.fileReadNoPermission, _): "there is no permission to read the file"
        default: "the file can't be read: \(error.localizedDescription)"
        }
    }
  }
}

/// What is wrong with one of several files.
package struct FileFailure: Error {
  package let status: ExitCode
  package let reason: String

  package init(status: ExitCode, reason: String) {
    self.status = status
    self.reason = reason
  }
}

extension Console {
  /// Does something with the bytes of each file in turn, and says what is wrong with those that fail.
  ///
  /// - Returns: The status of the first that failed.
  @MainActor
  package func forEach(
    of files: [InputFile],
    _ body: (InputFile, Data) async throws(FileFailure) -> Void
  ) async -> ExitCode {
    var status = ExitCode.success
    for file in files {
      do throws(FileFailure) {
        try await body(file, try bytes(of: file))
      } catch {
        complain("\(printable(file.name)): \(printable(error.reason))")
        status = status == .success ? error.status : status
      }
    }
    return status
  }

  /// Does something with a transcript and the bytes it was read from, and says what is wrong with it.
  ///
  /// - Parameters:
  ///   - file: Where it is.
  ///   - vocabulary: What features bring.
  ///   - other: The file that other errors than its own are about; by default itself.
  ///   - body: What is done.
  @MainActor
  package func withTranscript(
    in file: InputFile,
    _ vocabulary: [any FeatureRecord.Type],
    otherwiseAbout other: String? = nil,
    _ body: (Transcript, Data) async throws -> ExitCode
  ) async -> ExitCode {
    let name = printable(file.name)
    do {
      let bytes = try bytes(of: file)
      let transcript = try Transcript(bytes, vocabulary: vocabulary)
      if let line = Transcript.tornLine(in: bytes) {
        complain("\(name):\(line): the line breaks off and is skipped")
      }
      return try await body(transcript, bytes)
    } catch let failure as FileFailure {
      complain("\(name): \(failure.reason)")
      return failure.status
    } catch let error as TranscriptError {
      complain("\(name):\(error)")
      return .badInput
    } catch {
      complain("\(other.map(printable) ?? name): \(error)")
      return .missingInput
    }
  }

  /// Says what could not be written of a recording.
  ///
  /// - Returns: Whether something could not.
  @MainActor
  @discardableResult
  package func tellMissingLines(of recorder: TranscriptRecorder, in name: String) -> Bool {
    guard recorder.lostLineCount > 0, let error = recorder.latestError else { return false }
    complain("\(name): \(recorder.lostLineCount) lines are missing: \(printable("\(error)"))")
    return true
  }

  private func bytes(of file: InputFile) throws(FileFailure) -> Data {
    do {
      return try file.read(from: self)
    } catch {
      throw FileFailure(status: .missingInput, reason: "\(error)")
    }
  }
}
