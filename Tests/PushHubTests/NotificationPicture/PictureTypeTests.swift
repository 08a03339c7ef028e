import Foundation
import PushHub
import PushHubReplay
import Testing

@testable import PushHubAlerts

struct PictureTypeTests {
  /// Pictures in whose parts stands what would end them.
  private static let pictures: [(PictureType, [UInt8])] = [
    (.jpeg, [0xFF, 0xD8] + thumbnail + [0xFF, 0xDA, 0, 2, 5, 0xFF, 0, 0xFF, 0xD0, 6, 0xFF, 0xD9]),
    (
      .png,
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 4]
        + Array("IDATIEND".utf8) + [1, 2, 3, 4, 0, 0, 0, 0] + Array("IEND".utf8) + [1, 2]
    ),
    (.gif, Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + colours + control + image),
    (.gif, Array("GIF87a".utf8) + [1, 0, 1, 0, 0, 0, 0] + localColours + image),
  ]
  private static let thumbnail: [UInt8] =
    [0xFF, 0xE1, 0, 10, 0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 0xFF, 0xD9]
  private static let colours: [UInt8] = [0, 0x3B, 0x7F, 0xFF, 0xFF, 0xFF]
  private static let control: [UInt8] = [0x21, 0xF9, 4, 0, 0x3B, 0, 0, 0]
  private static let localColours: [UInt8] =
    [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80] + colours + [2, 1, 0x44, 0]
  private static let image: [UInt8] =
    [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 3, 0x44, 0, 0x3B, 0, 0x3B]

  @Test(arguments: pictures)
  func `a picture is known by its beginning, and whole with its end`(
    type: PictureType,
    bytes: [UInt8]
  ) {
    #expect(PictureType(beginningWith: bytes) == type)
    #expect(type.isComplete(bytes))
    #expect(type.isComplete(bytes + [7, 7, 7]))
    #expect(type.isComplete(bytes + bytes.suffix(1)))
  }

  @Test(arguments: pictures)
  func `no beginning of a picture is whole`(type: PictureType, bytes: [UInt8]) {
    let end = bytes.count - (type == .png ? 2 : 0)
    for count in 0..<end {
      let part = bytes.prefix(count)
      let known = PictureType(beginningWith: part)
      #expect(known == nil || known == type)
      #expect(!type.isComplete(part))
    }
  }

  @Test(arguments: ["", "<html>", "GIF88a", "%PDF-1.7", "\u{FF}\u{D8}\u{FF}", "RIFF....WEBP"])
  func `anything else is no picture`(text: String) {
    #expect(PictureType(beginningWith: text.utf8) == nil)
  }

  @Test(
    arguments: [
      nil, "", "picture.jpg", "file:///etc/passwd", "https://", "data:image/png;base64,AAAA",
      "ftp://example.org/a.png",
    ]
  )
  func `an address that is none of a server's is refused`(address: String?) async {
    let download = PictureDownload(scheduler: await ManualScheduler())
    let error = await #expect(throws: PictureError.self) { try await download.file(at: address) }
    #expect(error?.code == .invalidAddress)
  }

  @Test func `a file that nobody has attached goes with a later one`() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "pushhub-pictures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let files = PictureFiles(directory: directory)
    let date = Date(timeIntervalSince1970: 1_767_225_600)
    let first = try await files.write(Data([1]), as: .png, at: date)
    let second = try await files.write(Data([2]), as: .gif, at: date + 3_600)
    #expect(FileManager.default.fileExists(atPath: first.path))
    let third = try await files.write(Data([3]), as: .jpeg, at: date + 3_601)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(names) == [second.lastPathComponent, third.lastPathComponent])
    #expect([first, second, third].map(\.pathExtension) == ["png", "gif", "jpg"])
    #expect(try Data(contentsOf: third) == Data([3]))
  }

  @Test func `a directory that can't be written is told`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "pushhub-pictures-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = await #expect(throws: PictureError.self) {
      try await PictureFiles(directory: file).write(Data([1]), as: .png, at: .distantPast)
    }
    #expect(error?.code == .notWritable)
  }
}
