import Foundation
import PushHub
import Testing

/// How a file store replaces its file.
@MainActor
final class StoreReplacementTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")

  private var url: URL { folder.appending(path: "value.json") }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func `a save replaces the file and leaves the former one whole`() throws {
    let store = FileStore<[String]>(url: url)
    try store.save(["former"])
    let former = try FileHandle(forReadingFrom: url)
    try store.save(["new", "value"])
    #expect(try former.readToEnd() == Data(#"["former"]"#.utf8))
    #expect(try Data(contentsOf: url) == Data(#"["new","value"]"#.utf8))
    try former.close()
  }

  @Test func `equal values are equal files`() throws {
    let store = FileStore<[String: URL?]>(url: url)
    let numbers = (1...20).map { (String(UnicodeScalar(UInt8(96 + $0))), URL(string: "a/b")) }
    try store.save(Dictionary(uniqueKeysWithValues: numbers))
    let members = numbers.map { name, _ in #""\#(name)":"a/b""# }.joined(separator: ",")
    #expect(try String(contentsOf: url, encoding: .utf8) == "{\(members)}")
  }
}
