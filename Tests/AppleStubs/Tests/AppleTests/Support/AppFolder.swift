import Foundation
import Testing

/// An app bundle with an Info.plist, and a profile if one is given.
final class AppFolder {
  let bundle: Bundle
  private let folder: URL

  init(info: [String: Any] = [:], profile: String? = nil, kind: String = "app") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/Some.\(kind)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let info = info.merging(["CFBundleIdentifier": "org.example.some"]) { $1 }
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: folder.appending(path: "Info.plist"))
    try profile.map { Data($0.utf8) }?
      .write(to: folder.appending(path: "embedded.mobileprovision"))
    bundle = try #require(Bundle(url: folder))
    self.folder = folder
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }
}
