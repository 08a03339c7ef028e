package import Foundation
package import PushHub
package import PushHubRecorder

/// A file to read, or standard input.
package struct InputFile: Equatable, Sendable {
  /// Where it is; `-` is standard input.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// What a reader knows the file by, without the folders on the way to it.
  package var title: String {
    path == "-" ? "Standard input" : URL(filePath: path).lastPathComponent
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

  /// A file is not there, or can't be read or written.
  ///
  /// The usual reasons have words of their own; for others, the system's are all there is.
  init(
    _ error: any Error,
    _ failure: String = "the file can't be read",
    missing: String = "the file doesn't exist"
  ) {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
    let reason =
      switch ((error as? CocoaError)?.code, (underlying as? POSIXError)?.code) {
      case (_, .EISDIR): "it is a folder, not a file"
      case (.fileNoSuchFile, _), (.fileReadNoSuchFile, _): missing
      case (.fileReadNoPermission, _), (.fileWriteNoPermission, _):
        "\(failure): there is no permission"
      default: "\(failure): \(error.localizedDescription)"
      }
    self.init(status: .missingInput, reason: reason)
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
        let failure = report(error, about: file.path)
        status = status == .success ? failure : status
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
    let name = printable(file.path)
    do {
      let bytes = try bytes(of: file)
      let transcript = try Transcript(bytes, vocabulary: vocabulary)
      if let line = Transcript.tornLine(in: bytes) {
        complain("\(name):\(line): the line breaks off and is skipped")
      }
      return try await body(transcript, bytes)
    } catch let failure as FileFailure {
      return report(failure, about: file.path)
    } catch let error as TranscriptError {
      complain("\(name):\(error.line): \(error.message)")
      return .badInput
    } catch let error as CocoaError {
      return report(FileFailure(error, "the recording can't be written"), about: other ?? file.path)
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
  package func reportMissingLines(of recorder: TranscriptRecorder, in name: String) -> Bool {
    guard recorder.lostLineCount > 0, let error = recorder.latestError else { return false }
    complain("\(name): \(recorder.lostLineCount) lines are missing: \(printable("\(error)"))")
    return true
  }

  package func bytes(of file: InputFile) throws(FileFailure) -> Data {
    do {
      return try file.path == "-" ? readInput() : readFile(file.path)
    } catch {
      throw FileFailure(error)
    }
  }

  /// Says what is wrong with a file.
  package func report(_ failure: FileFailure, about path: String) -> ExitCode {
    complain("\(printable(path)): \(printable(failure.reason))")
    return failure.status
  }
}
