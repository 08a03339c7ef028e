import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// What becomes of what a server sends.
struct PictureDownloadTests {
  private struct Refusal: Error {}

  private nonisolated static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 10, 0xFF, 0xD9]
  private nonisolated static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0] + Array("IEND".utf8)
    + [0xAE, 0x42, 0x60, 0x82]
  private nonisolated static let gif = Array("GIF89a\u{1}\0;".utf8)

  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-pictures-\(UUID().uuidString)")

  private func file(
    of body: [UInt8]?,
    at address: String = "https://a.org/7.txt"
  ) async throws -> URL {
    let download = PictureDownload(directory: directory) { _ in
      guard let body else { throw Refusal() }
      return Data(body)
    }
    return try await download.file(at: address)
  }

  private var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
  }

  @Test(arguments: [("jpg", jpeg), ("png", png), ("gif", gif)])
  func `a picture is known by its beginning`(ending: String, body: [UInt8]) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = try await file(of: body)
    #expect(file.pathExtension == ending)
    #expect(try Data(contentsOf: file) == Data(body))
    #expect(names == [file.lastPathComponent])
  }

  @Test(arguments: ["", "<html>", "GIF", "%PDF-1.7", "\u{FF}\u{D8}\u{FF}", "RIFF....WEBP"])
  func `anything else is no picture`(text: String) async {
    await #expect(throws: PictureError.noPicture) { try await file(of: Array(text.utf8)) }
    #expect(names == [])
  }

  @Test(
    arguments: [
      "", "picture.jpg", "file:///etc/passwd", "https://", "data:image/png;base64,AAAA",
      "ftp://example.org/a.png",
    ]
  )
  func `an address that is none of a server's is refused`(address: String) async {
    await #expect(throws: PictureError.invalidAddress) {
      try await file(of: Self.png, at: address)
    }
  }

  @Test func `a directory that can't be written is an error`() async throws {
    try Data().write(to: directory)
    defer { try? FileManager.default.removeItem(at: directory) }
    await #expect {
      try await file(of: Self.png)
    } throws: { error in
      if case .notWritable = error as? PictureError { true } else { false }
    }
  }
}
