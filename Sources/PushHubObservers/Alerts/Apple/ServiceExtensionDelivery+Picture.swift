#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import PushHub

// As in the delivery, the framework's objects are handed on as they came.
@unsafe @preconcurrency public import UserNotifications

extension ServiceExtensionDelivery {
  /// Downloads a picture, and attaches it to a notification's content.
  ///
  /// ```swift
  /// delivery.didReceive(request, withContentHandler: contentHandler) { [delivery] payload, content in
  ///   content.title = payload["sender"]?.stringValue ?? content.title
  ///   await delivery.attachPicture(at: payload["picture"]?.stringValue, to: content)
  /// }
  /// ```
  ///
  /// It is the last of the changes: what is changed before is shown also when the time is up before the
  /// picture is there. A picture that can't be had, or that the system refuses, costs nothing else, and the
  /// delivery's log is told why.
  ///
  /// The system moves the file of a picture that is attached. One that is not attached is removed,
  /// also when it comes too late.
  ///
  /// - Parameters:
  ///   - address: Where the picture is, as the payload says; `nil` if there is none.
  ///   - content: What the picture is attached to.
  ///   - maximumByteCount: How large the picture may be, which is in memory while it comes; the system
  ///     allows an extension 24 MB. From one byte to 1 GiB.
  public func attachPicture(
    at address: String?,
    to content: UNMutableNotificationContent,
    maximumByteCount: Int = 4 << 20
  ) async {
    let download = PictureDownload {
      try await PictureExchange(maximumByteCount: maximumByteCount).answer(to: $0)
    }
    await attachPicture(at: address, to: content, by: download)
  }

  func attachPicture(
    at address: String?,
    to content: UNMutableNotificationContent,
    by download: PictureDownload
  ) async {
    guard let address else { return }
    do {
      let file = try await download.file(at: address)
      do {
        // Once the time is up nobody takes it.
        try Task.checkCancellation()
        let name = file.lastPathComponent
        content.attachments.append(try UNNotificationAttachment(identifier: name, url: file))
      } catch {
        try? FileManager.default.removeItem(at: file)
        throw error
      }
    } catch {
      log?(error)
    }
  }
}
#endif
