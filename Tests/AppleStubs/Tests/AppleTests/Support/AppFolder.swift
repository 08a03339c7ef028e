import Foundation
import Testing

/// A bundle with an Info.plist, and a profile if one is given.
final class AppFolder {
  let bundle: Bundle
  private let temporary = TemporaryFolder()

  init(
    info: [String: Any] = [:],
    profile: String? = nil,
    name: String = "Some.app",
    identifier: String? = "org.example.some"
  ) {
    let folder = temporary.url.appending(path: name)
    var info = info
    info["CFBundleIdentifier"] = identifier
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
        .write(to: folder.appending(path: "Info.plist"))
      try profile.map { Data($0.utf8) }?
        .write(to: folder.appending(path: "embedded.mobileprovision"))
    } catch {
      Issue.record(error)
    }
    bundle = Bundle(url: folder) ?? .main
  }
}
