import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

/// Each call of the recorder on files fails, once or forever.
@MainActor
struct RecordingEveryFaultTests {
  @Test func `whatever the disk refuses, all that is there can be read`() async throws {
    try await expectNoHarm(by: "files", to: "Recorder") { run in
      let plan = run.plan
      let files = FileSystem.failing(longestWrite: 200) { _ in plan.fails() ? .ENOSPC : nil }
      return try RecordingLife(run, files: files).live()
    }
  }
}

/// An app is recorded, over two starts of it.
@MainActor
private final class RecordingLife {
  private let run: FaultRun
  private let files: FileSystem
  private let clock = ManualScheduler()
  private let folder = TemporaryFolder()

  init(_ run: FaultRun, files: FileSystem) {
    self.run = run
    self.files = files
  }

  private var url: URL { folder.url.appending(path: "day.jsonl") }

  /// - Returns: How many lines the last recording has.
  func live() throws -> Int {
    try folder.create()
    use(pages: 8)
    use(pages: 3)
    run.plan.heal()
    return use(pages: 3)
  }

  /// Starts the app, has pages appear and accounts change, and ends it.
  @discardableResult
  private func use(pages count: Int) -> Int {
    guard let file = try? TranscriptFile(at: url, maximumByteCount: 4096, files: files) else {
      requireReadable()
      return 0
    }
    let recorder = TranscriptRecorder(writingTo: file, isRedacted: false)
    let app = SimulatedApp(clock: clock)
    let (context, lifecycle) = (app.host.context, app.lifecycle)
    context.attach(recorder)
    for number in 0..<count {
      let former = recorder.lostLineCount
      let page = PageID(rawValue: "page-\(number)-" + String(repeating: "x", count: 200))
      lifecycle.pageAppeared(page)
      let lines = requireReadable()
      let isThere = lines.contains { $0.contains(page.rawValue) }
      run.require(isThere || recorder.lostLineCount > former, "page \(number) is not told missing")
      clock.advance(by: .seconds(1))
      lifecycle.pageDisappeared(page)
      if number == count / 2 {
        lifecycle.setAccount("ann")
        context.detach(recorder)
        context.attach(recorder)
      }
    }
    context.detach(recorder)
    return requireReadable().count
  }

  /// Gives the lines of the last recording, which can be played as it is.
  @discardableResult
  private func requireReadable() -> [Substring] {
    guard let data = try? Data(contentsOf: url) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    guard !data.isEmpty else { return [] }
    do {
      _ = try Transcript(data)
    } catch {
      run.require(false, "unreadable: \(error)")
    }
    return lines
  }
}
