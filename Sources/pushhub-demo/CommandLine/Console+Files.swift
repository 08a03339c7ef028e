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
      return try await body(try Transcript(bytes), bytes)
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

  private func bytes(of file: InputFile) throws(FileFailure) -> Data {
    do {
      return try file.read(from: self)
    } catch {
      throw FileFailure(status: .missingInput, reason: "\(error)")
    }
  }
}
