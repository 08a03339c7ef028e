import Foundation
import PushHub
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
@testable import PushHubAlerts
#endif

/// Each operation at the doors of a picture's download fails, once or for ever.
@MainActor
struct PictureEveryFaultTests {
  @Test func `whatever the disk refuses, a picture is there or nothing is`() async throws {
    try await expectNoHarm(by: "files", to: "NotificationPicture") { run in
      let plan = run.plan
      let door = FileDoor { _ in plan.fails() ? ENOSPC : nil }
      return await PictureLife(run, through: door).live()
    }
  }

  @Test func `whatever a server refuses, a picture is there or nothing is`() async throws {
    try await expectNoHarm(by: "server throws", to: "NotificationPicture") { run in
      let plan = run.plan
      return await PictureLife(run) {
        try plan.pass()
        return PictureLife.picture
      }.live()
    }
  }

  @Test func `whenever half a picture comes, a picture is there or nothing is`() async throws {
    try await expectNoHarm(by: "server sends half", to: "NotificationPicture") { run in
      let (plan, whole) = (run.plan, PictureLife.picture)
      return await PictureLife(run) {
        plan.fails() ? Data(whole.prefix(whole.count / 2)) : whole
      }.live()
    }
  }
}

/// Pushes with pictures come, over two starts of an extension.
@MainActor
private final class PictureLife {
  /// A GIF of one pixel.
  nonisolated static var picture: Data {
    Data([
      0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
      0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ])
  }

  private let fetch: @Sendable () throws -> Data
  private let scheduler = ManualScheduler()
  private let run: FaultRun
  private let door: FileDoor
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-pictures-\(UUID().uuidString)")

  init(
    _ run: FaultRun,
    through door: FileDoor = .system,
    fetch: @escaping @Sendable () throws -> Data = { PictureLife.picture }
  ) {
    self.run = run
    self.door = door
    self.fetch = fetch
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// - Returns: How many files stay behind after the last picture.
  func live() async -> Int {
    var download = self.download
    await get(with: download)
    scheduler.advance(by: .seconds(60))
    await get(with: download)
    run.begin("sweep", on: scheduler) { [download] in await download.removeLeftovers() }
    await scheduler.settle()
    scheduler.advance(by: .seconds(4_000))
    await get(with: download)
    run.plan.heal()
    download = self.download
    scheduler.advance(by: .seconds(4_000))
    await get(with: download)
    run.requireCompletions()
    return names.count
  }

  private var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
  }

  private var download: PictureDownload {
    PictureDownload(
      scheduler: scheduler,
      sessionTimeout: 20,
      directory: directory,
      through: door
    ) { [fetch] _ in try fetch() }
  }

  /// Gets a picture, which is whole, or leaves nothing of it.
  private func get(with download: PictureDownload) async {
    let former = names
    let result = Holder<URL?>(nil)
    run.begin("download", on: scheduler) {
      result.value = try? await download.file(at: "https://example.org/a.gif")
    }
    await scheduler.settle()
    if let url = result.value {
      run.require((try? Data(contentsOf: url)) == Self.picture, "another picture")
    } else {
      run.require(names.isSubset(of: former), "\(names.subtracting(former)) stay")
    }
  }
}
