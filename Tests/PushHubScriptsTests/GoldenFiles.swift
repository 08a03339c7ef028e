import Foundation

/// The files that belong to the golden tests; here no other module's resources are in sight.
enum GoldenFiles {
  static var folder: URL {
    (Bundle.module.resourceURL ?? Bundle.module.bundleURL).appending(path: "Golden")
  }

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
