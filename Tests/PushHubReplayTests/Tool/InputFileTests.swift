import Foundation
import Testing

@testable import PushHubReplay

@MainActor
struct InputFileTests {
  private struct Odd: LocalizedError {
    var errorDescription: String? { "The disk is on fire." }
  }

  @Test func `a folder is reported as a folder`() {
    let folder = FileManager.default.temporaryDirectory.path()
    #expect(complaint(about: folder) == "it is a folder, not a file")
  }

  @Test(
    arguments: [
      (CocoaError(.fileReadNoSuchFile), "the file doesn't exist"),
      (CocoaError(.fileReadNoPermission), "the file can't be read: there is no permission"),
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
    message: String
  ) {
    #expect(FileFailure(error).reason == message)
  }

  private func complaint(about path: String) -> String? {
    do {
      _ = try Console.standard.bytes(of: path)
      return nil
    } catch {
      return error.reason
    }
  }
}
