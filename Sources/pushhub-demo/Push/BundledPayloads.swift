import Foundation

/// The payloads that come with the demo, one for each sender that PushHub knows.
enum BundledPayloads {
  /// The files, in alphabetical order.
  static var files: [InputFile] {
    let urls = Bundle.module.urls(forResourcesWithExtension: "apns", subdirectory: "Payloads")
    return (urls ?? [])
      .compactMap { url in
        url.path.map { InputFile(name: url.lastPathComponent ?? $0, path: $0) }
      }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
