import Foundation
import PushHub
import PushHubReplay

/// A folder of this user through which other processes send pushes to the live app.
///
/// The app removes each file `NAME.apns` that it reads. Senders rename a complete file, so that the app reads
/// no half.
struct LiveInbox {
  var folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    .appending(path: "pushhub-live")

  /// The number of times that a sender checks whether the app has read a file.
  var attempts = 100

  /// Receives the files in the folder, which is created if it is missing.
  func receive(_ receive: (Data) -> Void) {
    let manager = FileManager.default
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] where file.pathExtension == "apns" {
      guard let bytes = try? Data(contentsOf: file), (try? manager.removeItem(at: file)) != nil
      else { continue }
      receive(bytes)
    }
  }

  /// Sends the bytes of a file to the running app, and waits until it reads them.
  ///
  /// - Throws: A failure if they are no payload, or no app reads them.
  @MainActor
  func send(_ bytes: Data) async throws(FileFailure) {
    _ = try PushPayload(apns: bytes)
    let scheduler = LiveScheduler()
    let file = folder.appending(path: "\(UUID()).apns")
    let isSent = (try? bytes.write(to: file, options: .atomic)) != nil
    for _ in 0..<attempts where FileManager.default.fileExists(atPath: file.path) {
      try? await scheduler.sleep(for: .milliseconds(50))
    }
    guard isSent, (try? FileManager.default.removeItem(at: file)) == nil else {
      throw FileFailure(
        status: .unavailable,
        reason: "no live app is running; start pushhub-demo live"
      )
    }
  }
}
