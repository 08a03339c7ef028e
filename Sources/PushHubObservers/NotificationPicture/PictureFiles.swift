import Foundation
import PushHub

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
    let name = "\(Self.seconds(of: date))-\(UUID().uuidString).\(type.fileExtension)"
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
    guard door.failure(of: .list) == nil else { return }
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory,
      includingPropertiesForKeys: nil
    )
    let seconds = Self.seconds(of: date)
    // The name says when it was made, so that no file of now is removed while it is being written.
    for file in files ?? [] {
      let birth = Int(file.lastPathComponent.prefix { $0 != "-" })
      if birth.map({ abs(seconds - $0) > Self.longestUse }) ?? true {
        remove(file)
      }
    }
  }

  private func remove(_ file: URL) {
    guard door.failure(of: .remove) == nil else { return }
    try? FileManager.default.removeItem(at: file)
  }

  private static func seconds(of date: Date) -> Int {
    Int(date.timeIntervalSince1970.rounded(.down))
  }
}
