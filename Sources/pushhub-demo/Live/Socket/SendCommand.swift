import Foundation
import PushHubReplay

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
  @MainActor
  func run() async -> ExitCode {
    await console.forEach(of: options.files) { file, bytes throws(FileFailure) in
      console.print("\(printable(file.name)): \(try send(bytes))")
    }
  }

  private func send(_ bytes: Data) throws(FileFailure) -> String {
    let path = options.socket ?? SocketPath.standard()
    let answer: String
    do {
      answer = try UnixSocket.answer(to: bytes, from: path)
    } catch {
      throw FileFailure(status: .unavailable, reason: "\(path): \(error)")
    }
    guard answer.hasPrefix(SocketAnswer.success) else {
      throw FileFailure(status: .badInput, reason: answer)
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
