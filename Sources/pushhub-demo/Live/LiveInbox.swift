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

/// A folder by which other processes let pushes arrive in the live app.
///
/// A file `NAME.apns` is taken out of it, and `NAME.answer` says what became of it; a file comes there by
/// being renamed, so that none is read half. Who listens has the folder's lock, which the system takes
/// back however the process ends.
final class LiveInbox {
  /// What becomes of a push.
  enum Answer: Equatable {
    case delivered

    /// The system shows it, and the app receives it when the user taps it.
    case shown
    case refused(String)

    var line: String {
      switch self {
      case .delivered: "delivered"
      case .shown:
        "delivered to the notification center; the app in the background hears of a tap only"
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

  /// Begins to listen.
  ///
  /// - Throws: Why it can't, as when another app listens there.
  init(folder: URL) throws(FileFailure) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    guard let lock = Self.lock(folder) else {
      let reason =
        errno == EWOULDBLOCK
        ? "another pushhub-demo live listens there; name another place by TMPDIR"
        : unsafe String(cString: strerror(errno))
      throw FileFailure(status: .unavailable, reason: reason)
    }
    self.lock = lock
  }

  deinit {
    close(lock)
  }

  /// Takes the files that are there, and answers them.
  func answer(_ receive: (Data) -> Answer) {
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

  /// Sends the bytes of a file to who listens, and waits for the answer.
  ///
  /// - Throws: A failure if it is refused or no app answers.
  @MainActor
  static func send(
    _ bytes: Data,
    to folder: URL = standardFolder
  ) async throws(FileFailure) -> String {
    let scheduler = LiveScheduler()
    let lock = Self.lock(folder)
    guard lock == nil, errno == EWOULDBLOCK else {
      _ = lock.map(close)
      throw .unheard("\(folder.path): nobody listens there; start pushhub-demo live")
    }
    let file = folder.appending(path: "\(UUID()).apns")
    do {
      try bytes.write(to: file, options: .atomic)
    } catch {
      throw .unheard("\(folder.path): \(error.localizedDescription)")
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
    throw .unheard("\(folder.path): no answer; the app may have been stopped")
  }

  /// Takes the lock of a folder of this user's; `nil` if that can't be had, with `errno` saying why.
  private static func lock(_ folder: URL) -> Int32? {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Only its owner may say who may read it.
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
  fileprivate static func unheard(_ reason: String) -> FileFailure {
    FileFailure(status: .unavailable, reason: reason)
  }
}
