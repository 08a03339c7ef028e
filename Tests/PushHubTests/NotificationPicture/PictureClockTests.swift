import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Files of pictures while the clock shows no time.
struct PictureClockTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-pictures-\(UUID().uuidString)")

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
  }

  @Test(arguments: WrongClock.bad)
  func `a picture is there whatever the clock shows`(seconds: Double) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let files = PictureFiles(directory: directory)
    let date = Date(timeIntervalSince1970: seconds)
    let url = try await files.write(Data([1]), as: .gif, at: date)
    #expect(names == [url.lastPathComponent])
    await files.sweep(at: date)
    #expect(names == [url.lastPathComponent])
    await files.sweep(at: Date(timeIntervalSince1970: 1_767_225_600))
    #expect(names == [])
  }

  @Test(arguments: WrongClock.timeless)
  func `no picture is too old for who does not know what time it is`(seconds: Double) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let files = PictureFiles(directory: directory)
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    let url = try await files.write(Data([1]), as: .gif, at: now)
    await files.sweep(at: Date(timeIntervalSince1970: seconds))
    #expect(names == [url.lastPathComponent])
  }

  @Test(arguments: WrongClock.bad)
  func `a file of any number is removed`(seconds: Double) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for name in ["\(Int.max)-x.gif", "+\(Int.max)-x.gif", "99999999999999999999-x.gif", "x.gif"] {
      try Data().write(to: directory.appending(path: name))
    }
    let files = PictureFiles(directory: directory)
    await files.sweep(at: Date(timeIntervalSince1970: seconds))
    await files.sweep(at: Date(timeIntervalSince1970: 1_767_225_600))
    #expect(names == [])
  }
}
