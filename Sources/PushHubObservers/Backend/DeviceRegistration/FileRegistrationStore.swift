public import Foundation
import PushHub

/// Keeps a registration in a file.
///
/// ```swift
/// let store = FileRegistrationStore(
///   url: URL.applicationSupportDirectory.appending(path: "registration.json")
/// )
/// ```
///
/// The file is replaced whole, so that it is the former or the new one whenever the process ends. It is
/// for this user alone, whoever else has an account on the machine. On Apple's systems it is in no
/// backup, so that a device on which one is restored has an installation of its own, and on its devices
/// it is encrypted until the user has unlocked them once after a start.
///
/// A file that can't be read is kept beside the new one under its name with `.unreadable` behind it; of
/// several the last. A file is for one registration of one process.
@MainActor
public final class FileRegistrationStore: RegistrationStore {
  /// Where the file is; its folder is made with the first save if it is missing.
  public let url: URL

  /// Where a file is put that can't be read.
  public let unreadableURL: URL

  private let file: StateFile

  /// Makes a store; nothing is read or written yet.
  public init(url: URL) {
    self.url = url
    unreadableURL = url.appendingPathExtension("unreadable")
    file = StateFile(url: url, isBackedUp: false)
  }

  /// Gives what is in the file; `nil` if there is none, or an empty one.
  public func load() throws -> Data? { try file.load() }

  /// Replaces the file.
  public func save(_ data: Data) throws {
    try file.save(data)
  }

  /// Moves the file to ``unreadableURL``, in place of a file that is there.
  ///
  /// - Throws: What prevents that; a directory in that place is left alone.
  public func setAside() throws {
    try file.move(to: unreadableURL)
  }
}
