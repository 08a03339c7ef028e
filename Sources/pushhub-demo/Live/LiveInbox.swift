import Foundation
import PushHub
import PushHubReplay

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A folder through which other processes send pushes to the live app.
///
/// The app removes a file `NAME.apns`, and writes the result to `NAME.answer`. Senders rename a complete file, so
/// that the app reads no half. The running app has the folder's lock, which the system releases with the process.
final class LiveInbox {
  /// The result for the sender.
  enum Answer: Equatable {
    case delivered

    /// The system shows it, and the app receives it only when the user taps it.
    case shown
    case refused(String)

    var line: String {
      switch self {
      case .delivered: "delivered"
      case .shown:
        "delivered to the notification center; the app in the background receives it when it is tapped"
      case .refused(let reason): "refused: \(printable(reason))"
      }
    }
  }

  /// `pushhub-live-UID` in `TMPDIR`, or in `/tmp` where that is not set.
  static var standardFolder: URL {
    FileManager.default.temporaryDirectory.appending(path: "pushhub-live-\(getuid())")
  }

  private let folder: URL
  private let lock: Int32

  /// Opens the folder.
  ///
  /// - Throws: A failure, also if another app is running there.
  init(folder: URL) throws(FileFailure) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    guard let lock = Self.lock(folder) else {
      let reason =
        errno == EWOULDBLOCK
        ? "another pushhub-demo live is running there; set TMPDIR to use another folder"
        : unsafe String(cString: strerror(errno))
      throw FileFailure(status: .unavailable, reason: reason)
    }
    self.lock = lock
  }

  deinit {
    close(lock)
  }

  /// Receives the files in the folder, and writes the results.
  func receive(_ receive: (Data) -> Answer) {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    for file in files ?? [] where file.pathExtension == "apns" {
      guard let bytes = try? Data(contentsOf: file),
        (try? FileManager.default.removeItem(at: file)) != nil
      else { continue }
      try? Data(receive(bytes).line.utf8).write(to: file.answer, options: .atomic)
    }
  }

  /// Sends the bytes of a file to the running app, and waits for the result.
  ///
  /// - Throws: A failure if the file is refused or no app answers.
  @MainActor
  static func send(
    _ bytes: Data,
    to folder: URL = standardFolder
  ) async throws(FileFailure) -> String {
    let scheduler = LiveScheduler()
    let lock = Self.lock(folder)
    guard lock == nil, errno == EWOULDBLOCK else {
      _ = lock.map(close)
      throw .unavailable("\(folder.path): no live app is running; start pushhub-demo live")
    }
    let file = folder.appending(path: "\(UUID()).apns")
    do {
      try bytes.write(to: file, options: .atomic)
    } catch {
      throw .unavailable("\(folder.path): \(error.localizedDescription)")
    }
    for _ in 0..<200 {
      if let answer = try? Data(contentsOf: file.answer) {
        try? FileManager.default.removeItem(at: file.answer)
        let line = String(decoding: answer, as: UTF8.self)
        guard line.hasPrefix(Answer.delivered.line) else {
          throw FileFailure(status: .badInput, reason: line)
        }
        return line
      }
      try? await scheduler.sleep(for: .milliseconds(50))
    }
    try? FileManager.default.removeItem(at: file)
    throw .unavailable("\(folder.path): the app does not answer; it may be stopped")
  }

  /// Locks a folder of this user; `nil` if that fails, with the reason in `errno`.
  private static func lock(_ folder: URL) -> Int32? {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Only the owner can change the permissions.
    guard descriptor >= 0, fchmod(descriptor, 0o700) == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      let error = errno
      close(descriptor)
      errno = error
      return nil
    }
    return descriptor
  }
}

extension URL {
  fileprivate var answer: URL { deletingPathExtension().appendingPathExtension("answer") }
}

extension FileFailure {
  fileprivate static func unavailable(_ reason: String) -> FileFailure {
    FileFailure(status: .unavailable, reason: reason)
  }
}
