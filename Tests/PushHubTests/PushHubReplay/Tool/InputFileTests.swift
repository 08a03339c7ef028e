import Foundation
import Testing

@testable import PushHubReplay

@MainActor
struct InputFileTests {
  private struct Odd: LocalizedError {
    var errorDescription: String? { "The disk is on fire." }
  }

  @Test func `a file that does not exist is told as that alone`() {
    let missing = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path()
    #expect(complaint(about: missing) == "the file doesn't exist")
  }

  @Test func `a folder is told as a folder`() {
    let folder = FileManager.default.temporaryDirectory.path()
    #expect(complaint(about: folder) == "it is a folder, not a file")
  }

  @Test(
    arguments: [
      (CocoaError(.fileReadNoSuchFile), "the file doesn't exist"),
      (CocoaError(.fileReadNoPermission), "there is no permission to read the file"),
      (
        CocoaError(
          .fileReadNoPermission,
          userInfo: [NSUnderlyingErrorKey: POSIXError(.EISDIR)]
        ),
        "it is a folder, not a file"
      ),
      (Odd(), "the file can't be read: The disk is on fire."),
    ] as [(any Error, String)]
  )
  func `the usual reasons have plain words, and others the system's`(
    error: any Error,
    words: String
  ) {
    #expect(FileFailure(reading: error).reason == words)
  }

  @Test(arguments: [["play", "none"], ["explain", "none", "--at", "1"]])
  func `every command says it in one short line`(arguments: [String]) async {
    let console = RecordingConsole()
    let status = await ReplayTool(named: "replay") { [] }.run(arguments, on: console.console)
    #expect(status == .missingInput)
    #expect(console.complaints == ["none: the file doesn't exist"])
  }

  private func complaint(about path: String) -> String? {
    do {
      _ = try Console.standard.bytes(of: InputFile(path))
      return nil
    } catch {
      return error.reason
    }
  }
}
