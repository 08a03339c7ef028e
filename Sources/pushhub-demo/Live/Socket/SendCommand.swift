import Foundation

/// Sends files to the live app in another terminal.
struct SendCommand {
  struct Options: Equatable {
    var files: [InputFile]

    /// Where the live app listens; `nil` is the usual place.
    var socket: String?
  }

  let options: Options
  let console: Console

  /// Sends all files, and returns the status of the first that was not delivered.
  func run() -> ExitCode {
    var status = ExitCode.success
    for file in options.files {
      do throws(Failure) {
        console.print("\(printable(file.name)): \(try send(file))")
      } catch {
        console.complain("\(printable(file.name)): \(printable(error.reason))")
        status = status == .success ? error.status : status
      }
    }
    return status
  }

  private struct Failure: Error {
    let status: ExitCode
    let reason: String
  }

  private func send(_ file: InputFile) throws(Failure) -> String {
    let bytes: Data
    do {
      bytes = try file.read(from: console)
    } catch {
      throw Failure(status: .missingInput, reason: "\(error)")
    }
    let path = options.socket ?? SocketPath.standard()
    let answer: String
    do {
      answer = try UnixSocket.answer(to: bytes, from: path)
    } catch {
      throw Failure(status: .unavailable, reason: "\(path): \(error)")
    }
    guard answer.hasPrefix(SocketAnswer.success) else {
      throw Failure(status: .badInput, reason: answer)
    }
    return printable(answer)
  }
}

extension UnixSocket {
  /// Sends bytes to whoever listens at a path, and reads a line in answer.
  static func answer(to bytes: Data, from path: String) throws(Failure) -> String {
    let descriptor = try connect(to: path)
    defer { close(descriptor) }
    send(bytes, to: descriptor)
    finish(descriptor)
    var answer: [UInt8] = []
    while answer.count < 4_096, !answer.contains(UInt8(ascii: "\n")) {
      guard let piece = readBytes(from: descriptor, atMost: 4_096), !piece.isEmpty else { break }
      answer += piece
    }
    guard let line = answer.split(separator: UInt8(ascii: "\n")).first else {
      throw Failure(description: "no answer; the app may have been stopped")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
