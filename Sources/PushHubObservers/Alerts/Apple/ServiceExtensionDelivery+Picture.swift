#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import PushHub

// As in the delivery, the framework's objects are handed on as they came.
@unsafe @preconcurrency public import UserNotifications

extension ServiceExtensionDelivery {
  /// Keeps a notification while its picture is downloaded, and hands it to the system with the picture.
  ///
  /// ```swift
  /// delivery.didReceive(request, withContentHandler: contentHandler) { payload in
  ///   payload["picture"]?.stringValue
  /// }
  /// ```
  ///
  /// It is delivered exactly once, as `ServiceExtensionDelivery.didReceive(_:withContentHandler:work:)`
  /// says. Without its picture it is delivered with the other changes: when there is no address, when the
  /// picture can't be had or the system refuses it, both of which the delivery's log is told, and when
  /// time is up before the picture is there. When the other changes throw, it is delivered as it came.
  ///
  /// The system moves the file of a picture that is attached. One that is not attached is removed,
  /// also when it comes too late.
  ///
  /// - Parameters:
  ///   - request: The notification.
  ///   - contentHandler: The system's handler.
  ///   - maximumByteCount: How large the picture may be, which is in memory while it comes; the system
  ///     allows an extension 24 MB. From one byte to 1 GiB.
  ///   - changes: Makes the other changes, on the main actor, while the picture is downloaded.
  ///   - address: Where the picture is, as the payload says; `nil` if there is none.
  public nonisolated func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    maximumByteCount: Int = 4 << 20,
    changing changes:
      @escaping @MainActor @Sendable (
        PushPayload, UNMutableNotificationContent
      ) async throws -> Void = { _, _ in },
    pictureAt address: @escaping @MainActor @Sendable (PushPayload) -> String?
  ) {
    didReceive(
      request,
      withContentHandler: contentHandler,
      downloading: { PictureDownload(scheduler: $0, maximumByteCount: maximumByteCount) },
      changing: changes,
      pictureAt: address
    )
  }

  /// - Parameter makePictures: Makes the download.
  nonisolated func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    downloading makePictures: @escaping @MainActor @Sendable (any Scheduler) -> PictureDownload,
    changing changes:
      @escaping @MainActor @Sendable (
        PushPayload, UNMutableNotificationContent
      ) async throws -> Void,
    pictureAt address: @escaping @MainActor @Sendable (PushPayload) -> String?
  ) {
    let attached = AttachedPicture()
    didReceive(
      request,
      withContentHandler: { content in
        // Once it is delivered the system may end the process.
        let isTaken = !content.attachments.isEmpty
        MainActor.assumeIsolated { attached.close(keeping: isTaken) }
        contentHandler(content)
      },
      work: { [makeScheduler, log] payload, content in
        let download = makePictures(makeScheduler())
        async let picture = attached.download(address(payload), by: download, log)
        try await changes(payload, content)
        guard let file = await picture else { return }
        do {
          let name = file.lastPathComponent
          content.attachments.append(try UNNotificationAttachment(identifier: name, url: file))
        } catch {
          log?(error)
        }
      }
    )
  }
}

/// The file of a picture that is the system's once it is attached, and nobody's otherwise.
@MainActor
private final class AttachedPicture {
  private var isClosed = false
  private var file: URL?

  nonisolated init() {}

  /// Downloads a picture; one that comes after the notification was delivered is removed.
  func download(
    _ address: String?,
    by download: PictureDownload,
    _ log: (@Sendable (any Error) -> Void)?
  ) async -> URL? {
    guard let address else { return nil }
    do {
      file = try await download.file(at: address)
      if isClosed { close(keeping: false) }
    } catch {
      log?(error)
    }
    return file
  }

  /// Removes what was not attached.
  func close(keeping isTaken: Bool) {
    isClosed = true
    guard !isTaken, let file else { return }
    try? FileManager.default.removeItem(at: file)
    self.file = nil
  }
}
#endif
