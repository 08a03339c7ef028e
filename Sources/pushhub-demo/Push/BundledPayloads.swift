import Foundation

/// The payloads that come with the demo, one for each sender that PushHub knows.
enum BundledPayloads {
  /// The files, in alphabetical order.
  static var files: [InputFile] {
    guard let folder = Bundle.module.resourceURL?.appending(path: "Payloads") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".apns") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { InputFile(name: $0, path: folder.appending(path: $0).path) }
  }
}
