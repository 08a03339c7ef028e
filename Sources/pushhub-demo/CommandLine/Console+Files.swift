import Foundation
import PushHub

/// What is wrong with one of several files.
struct FileFailure: Error {
  let status: ExitCode
  let reason: String
}

extension Console {
  /// Does something with the bytes of each file in turn, and says what is wrong with those that fail.
  ///
  /// - Returns: The status of the first that failed.
  @MainActor
  func forEach(
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
  ///   - other: The file that other errors than its own are about; by default itself.
  ///   - body: What is done.
  @MainActor
  func withTranscript(
    in file: InputFile,
    otherwiseAbout other: String? = nil,
    _ body: (Transcript, Data) async throws -> ExitCode
  ) async -> ExitCode {
    let name = printable(file.name)
    do {
      let bytes = try bytes(of: file)
      let transcript = try Transcript(bytes)
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
  func tellMissingLines(of recorder: TranscriptRecorder, in name: String) -> Bool {
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
