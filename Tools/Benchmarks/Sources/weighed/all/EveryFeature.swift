import Foundation
import PushHub
import WeighedApp

/// The hub with every ready-made observer.
@main
struct EveryFeature {
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "weighed-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try WeighedApp { try Features.all(in: folder, scheduler: $0) }
    print(try app.hear())
  }
}
