import Foundation
import PushHub
import PushHubNetworking

/// Files of pictures that the system has not taken yet.
struct PictureFiles: Sendable {
  /// After what time nobody attaches a picture any more.
  private static let longestUse = 3_600

  let directory: URL
  var door = FileDoor.system

  /// Writes a picture to a file of its own, and removes those of former times.
  @concurrent
  func write(_ picture: Data, as type: PictureType, at date: Date) async throws -> URL {
    removeOldFiles(at: date)
    let name = "\(Self.birth(at: date))-\(UUID().uuidString).\(type.fileExtension)"
    let url = directory.appending(path: name)
    do {
      try door.pass(.make)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try door.pass(.write)
      try picture.write(to: url)
      try Task.checkCancellation()
      return url
    } catch {
      remove(url)
      guard !(error is CancellationError) else { throw error }
      throw PictureError(.notWritable, reason: "\((error as NSError).code)")
    }
  }

  /// Removes pictures of former times.
  @concurrent
  func sweep(at date: Date) async {
    removeOldFiles(at: date)
  }

  private func removeOldFiles(at date: Date) {
    // Nobody knows how old they are by a clock that shows no time.
    guard date.isTime, door.failure(of: .list) == nil else { return }
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory,
      includingPropertiesForKeys: nil
    )
    // The name says when it was made, so that no file of now is removed while it is being written.
    let now = Self.birth(at: date)
    let births = now - Self.longestUse...now + Self.longestUse
    for file in files ?? [] {
      let birth = Int(file.lastPathComponent.prefix { $0 != "-" })
      if birth.map({ !births.contains($0) }) ?? true {
        remove(file)
      }
    }
  }

  private func remove(_ file: URL) {
    guard door.failure(of: .remove) == nil else { return }
    try? FileManager.default.removeItem(at: file)
  }

  /// Never negative, since a name that begins with a minus has no number.
  private static func birth(at date: Date) -> Int { max(0, date.wholeSeconds) }
}
