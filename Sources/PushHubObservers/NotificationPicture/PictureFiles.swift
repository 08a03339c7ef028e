import Foundation

/// Files of pictures that the system has not taken yet.
struct PictureFiles: Sendable {
  /// After what time nobody attaches a picture any more.
  private static let longestUse: TimeInterval = 3_600

  let directory: URL

  /// Writes a picture to a file of its own, and removes those of former times.
  @concurrent
  func write(_ picture: Data, as type: PictureType, at date: Date) async throws -> URL {
    sweep(at: date)
    let url = directory.appending(path: "\(UUID().uuidString).\(type.fileExtension)")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try picture.write(to: url, options: .atomic)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
      try Task.checkCancellation()
      return url
    } catch {
      try? FileManager.default.removeItem(at: url)
      guard !(error is CancellationError) else { throw error }
      throw PictureError(.notWritable, reason: "\((error as NSError).code)")
    }
  }

  private func sweep(at date: Date) {
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory,
      includingPropertiesForKeys: [.contentModificationDateKey]
    )
    for file in files ?? [] {
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      let age = values?.contentModificationDate.map { date.timeIntervalSince($0) } ?? 0
      if abs(age) > Self.longestUse {
        try? FileManager.default.removeItem(at: file)
      }
    }
  }
}
