#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import PushHub
import Synchronization

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
  /// also when it comes too late; what an extension left behind that was ended meanwhile is removed by
  /// a later one, see ``PictureDownload``.
  ///
  /// - Parameters:
  ///   - request: The notification.
  ///   - contentHandler: The system's handler.
  ///   - makePictures: Makes the download, for its limits and its directory.
  ///   - changes: Makes the other changes, on the main actor, while the picture is downloaded.
  ///   - address: Where the picture is, as the payload says; `nil` if there is none.
  public nonisolated func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
    downloading makePictures: @escaping @MainActor @Sendable (any Scheduler) -> PictureDownload = {
      PictureDownload(scheduler: $0)
    },
    changing changes:
      @escaping @MainActor @Sendable (
        PushPayload, UNMutableNotificationContent
      ) async throws -> Void = { _, _ in },
    pictureAt address: @escaping @MainActor @Sendable (PushPayload) -> String?
  ) {
    let pictures = PictureHold()
    didReceive(
      request,
      withContentHandler: { content in
        // Once it is handed over the system may end the process.
        pictures.close(keeping: content.attachments.map(\.identifier))
        contentHandler(content)
      },
      work: { [makeScheduler, log] payload, content in
        async let picture = Self.picture(at: address(payload), for: pictures, log) { address in
          let download = makePictures(makeScheduler())
          await download.removeLeftovers()
          return try await address.asyncMap(download.file)
        }
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

  private static func picture(
    at address: String?,
    for pictures: PictureHold,
    _ log: (@Sendable (any Error) -> Void)?,
    _ download: @MainActor (String?) async throws -> URL?
  ) async -> URL? {
    do {
      guard let file = try await download(address) else { return nil }
      return pictures.add(file) ? file : nil
    } catch {
      log?(error)
      return nil
    }
  }
}

extension Optional where Wrapped: Sendable {
  fileprivate func asyncMap<Result: Sendable>(
    _ transform: (Wrapped) async throws -> Result
  ) async rethrows -> Result? {
    if let self { try await transform(self) } else { nil }
  }
}

/// The files of pictures that are the system's once they are attached, and nobody's otherwise.
private final class PictureHold: Sendable {
  private struct State {
    var isClosed = false
    var files: [URL] = []
  }

  private let state = Mutex(State())

  /// Takes a file over; one that comes after the notification was delivered is removed.
  ///
  /// - Returns: Whether it is in time.
  func add(_ file: URL) -> Bool {
    let isInTime = state.withLock { state in
      guard !state.isClosed else { return false }
      state.files.append(file)
      return true
    }
    if !isInTime {
      try? FileManager.default.removeItem(at: file)
    }
    return isInTime
  }

  /// Removes what was not attached.
  func close(keeping names: [String]) {
    let files = state.withLock { state in
      defer { state.files = [] }
      state.isClosed = true
      return state.files
    }
    for file in files where !names.contains(file.lastPathComponent) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}
#endif
