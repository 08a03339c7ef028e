import Foundation
import PushHub
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// What becomes of what a server sends.
struct MediaDownloadTests {
  private struct Refusal: Error {}

  private static let png = "\u{89}PNG\r\n\u{1A}\n\0IEND"

  private let folder = TemporaryFolder()
  private var directory: URL { folder.url }

  /// A download of a text whose characters are bytes; of nothing, it fails in the middle.
  private func download(_ body: String?) -> MediaDownload {
    MediaDownload(directory: directory) { _, file in
      let bytes = (body ?? "\u{89}PNG").unicodeScalars.map { UInt8($0.value) }
      try Data(bytes).write(to: file)
      if body == nil { throw Refusal() }
    }
  }

  @Test func `a file that a killed extension has left is removed after an hour`() async throws {
    try folder.create()
    for (name, age) in [("old", 3_700.0), ("new", 3_500)] {
      let file = directory.appending(path: name)
      try Data().write(to: file)
      let now = try #require(FileSystem.system.modificationDate(of: file))
      try FileManager.default.setAttributes(
        [.modificationDate: now - age],
        ofItemAtPath: file.path
      )
    }
    let file = try await download(Self.png).file(at: "https://a.org/7.png")
    #expect(Set(folder.files) == ["new", file.lastPathComponent])
  }

  @Test(
    arguments: [
      ("jpg", "\u{FF}\u{D8}\u{FF}\u{E1}"), ("png", png), ("gif", "GIF89a"),
      ("webp", "RIFF....WEBP"), ("wav", "RIFF....WAVE"), ("aiff", "FORM....AIFC"),
      ("mp3", "ID3\u{3}"), ("mp3", "\u{FF}\u{FB}\u{90}"), ("m4a", "\0\0\0 ftypM4A "),
      ("mp4", "\0\0\0 ftypisom"), ("mp4", "\0\0\0 ftypmp42"), ("mpg", "\0\0\u{1}\u{BA}"),
      ("avi", "RIFF....AVI "),
    ]
  )
  func `a file is known by its beginning`(ending: String, body: String) async throws {
    let file = try await download(body).file(at: "https://a.org/7.txt")
    #expect(file.pathExtension == ending)
    #expect(folder.files == [file.lastPathComponent])
  }

  @Test(
    arguments: [
      "", "<html>", "GIF", "%PDF-1.7", "RIFF....ACON", "\0\0\0 ftypheic", "\0\0\0 ftypqt  ",
    ]
  )
  func `a file of another type is refused, and removed`(text: String) async {
    await #expect(throws: MediaError.unknownType) {
      try await download(text).file(at: "https://a.org/a.png")
    }
    #expect(folder.files == [])
  }

  @Test func `a file too large for its type is refused`() async {
    let body = "ID3" + String(repeating: "x", count: 5_000_000)
    await #expect(throws: MediaError.tooLarge) {
      try await download(body).file(at: "https://a.org/a.mp3")
    }
    #expect(folder.files == [])
  }

  @Test(
    arguments: [
      "", "picture.jpg", "file:///etc/passwd", "https://", "data:image/png;base64,AAAA",
      "ftp://example.org/a.png",
    ]
  )
  func `an address that is not a server's is refused`(address: String) async {
    await #expect(throws: MediaError.invalidAddress) {
      try await download(Self.png).file(at: address)
    }
  }

  @Test func `a download that breaks off leaves no file`() async {
    await #expect(throws: Refusal.self) { try await download(nil).file(at: "https://a.org/a.png") }
    #expect(folder.files == [])
  }

  @Test func `a directory that can't be written is an error`() async throws {
    try Data().write(to: directory)
    await #expect {
      try await download(Self.png).file(at: "https://a.org/a.png")
    } throws: { error in
      if case .notWritable = error as? MediaError { true } else { false }
    }
  }

  // MARK: - Steps

  @Test func `a sender's image is in the notification, and no file is left`() async throws {
    var notification = ExtensionNotification(
      payload("{}"),
      requestIdentifier: "r1",
      date: .distantPast
    )
    let step = ServiceExtensionStep.media("avatar", isAvatar: true, by: download(Self.png)) { _ in
      "https://a.org/a.png"
    }
    notification = try await step.process(notification)
    #expect(notification.sender == nil)
    notification.sender = .init(name: "Ann")
    notification = try await step.process(notification)
    #expect(notification.sender?.avatar?.count == 13)
    #expect(folder.files == [])
  }

  @Test func `a picture is attached, or the step fails`() async throws {
    let notification = ExtensionNotification(
      payload("{}"),
      requestIdentifier: "r1",
      date: .distantPast
    )
    func step(_ body: String?, at address: String?) -> ServiceExtensionStep {
      .media("picture", by: download(body)) { _ in address }
    }
    let changed = try await step(Self.png, at: "https://a.org/a").process(notification)
    #expect(changed.attachments.map(\.pathExtension) == ["png"])
    #expect(try await step(Self.png, at: nil).process(notification) == notification)
    await #expect(throws: Refusal.self) {
      try await step(nil, at: "https://a.org/a").process(notification)
    }
  }
}
