package import Foundation
package import PushHub
package import PushHubRecorder

extension String {
  /// The name of the file at a path, without its folder.
  package var fileTitle: String {
    self == "-" ? "Standard input" : URL(filePath: self).lastPathComponent
  }
}

/// A failure that concerns one of several files.
package struct FileFailure: Error {
  package let status: ExitCode
  package let reason: String

  package init(status: ExitCode, reason: String) {
    self.status = status
    self.reason = reason
  }

  /// A file doesn't exist, or can't be read or written.
  ///
  /// The usual reasons have their own message; others have the system's.
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
  /// Runs a closure with the bytes of each file, and prints the failures.
  ///
  /// - Returns: The status of the first that failed.
  @MainActor
  package func forEach(
    of files: [String],
    _ body: (String, Data) async throws(FileFailure) -> Void
  ) async -> ExitCode {
    var status = ExitCode.success
    for file in files {
      do throws(FileFailure) {
        try await body(file, try bytes(of: file))
      } catch {
        let failure = report(error, about: file)
        status = status == .success ? failure : status
      }
    }
    return status
  }

  /// Runs a closure with a transcript, and prints a failure.
  ///
  /// - Parameters:
  ///   - file: The file of the transcript.
  ///   - vocabulary: The features' kinds of record.
  ///   - other: The file that other errors than the transcript's are about; by default the same.
  ///   - body: The closure.
  @MainActor
  package func withTranscript(
    in file: String,
    _ vocabulary: [any FeatureRecord.Type],
    otherwiseAbout other: String? = nil,
    _ body: (Transcript) async throws -> ExitCode
  ) async -> ExitCode {
    do {
      let bytes = try bytes(of: file)
      let transcript = try Transcript(bytes, vocabulary: vocabulary)
      if let line = Transcript.tornLine(in: bytes) {
        complain("\(file):\(line): the line breaks off and is skipped")
      }
      return try await body(transcript)
    } catch let failure as FileFailure {
      return report(failure, about: file)
    } catch let error as TranscriptError {
      complain("\(file):\(error.line): \(error.message)")
      return .badInput
    } catch let error as CocoaError {
      return report(FileFailure(error, "the recording can't be written"), about: other ?? file)
    } catch {
      complain("\(other ?? file): \(error)")
      return .missingInput
    }
  }

  /// Prints how many lines of a recording could not be written, if there are any.
  @MainActor
  package func status(of recorder: TranscriptRecorder, in name: String) -> ExitCode {
    guard recorder.lostLineCount > 0, let error = recorder.latestError else { return .success }
    complain("\(name): \(recorder.lostLineCount) lines are missing: \(error)")
    return .missingInput
  }

  package func bytes(of file: String) throws(FileFailure) -> Data {
    do {
      return try read(file)
    } catch {
      throw FileFailure(error)
    }
  }

  /// Prints what is wrong with a file.
  package func report(_ failure: FileFailure, about path: String) -> ExitCode {
    complain("\(path): \(failure.reason)")
    return failure.status
  }
}
