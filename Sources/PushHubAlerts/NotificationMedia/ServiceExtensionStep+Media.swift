import Foundation
public import PushHub

extension ServiceExtensionStep {
  /// Downloads a picture, a sound or a film, and attaches it to the notification.
  ///
  /// ```swift
  /// .picture { $0.payload["picture"]?.stringValue }
  /// ```
  ///
  /// The type is recognized by the content, whatever the server calls it. JPEG, PNG and GIF may have 10 MB,
  /// MP3, M4A, WAV and AIFF 5 MB, and MP4, MPEG and AVI 50 MB, see
  /// [UNNotificationAttachment](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  /// WebP, which is not in Apple's list, is offered to the system, which may refuse it. A file
  /// that is not attached is removed.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit; `nil` for its share of the remaining budget.
  ///   - maximumByteCount: The maximum size of the file. It is written to disk as it comes. From one byte to
  ///     1 GiB.
  ///   - address: The address of the file; `nil` if there is none.
  public static func picture(
    _ name: String = "picture",
    limit: Duration? = nil,
    maximumByteCount: Int = 10_000_000,
    at address: @escaping @Sendable (ExtensionNotification) -> String?
  ) -> Self {
    media(name, limit: limit, by: .live(maximumByteCount), at: address)
  }

  /// Downloads the image of the notification's `ExtensionNotification.sender`.
  ///
  /// ```swift
  /// .changing("sender") { notification in
  ///   notification.sender = notification.payload["from"]?.stringValue.map { .init(name: $0) }
  /// },
  /// .avatar { $0.payload["avatar"]?.stringValue },
  /// ```
  ///
  /// Without its image the notification is shown with the sender's name.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit; `nil` for its share of the remaining budget.
  ///   - maximumByteCount: The maximum size of the image, which is in memory; the system allows an extension
  ///     about 24 MB. From one byte to 1 GiB.
  ///   - address: The address of the image; `nil` if there is none.
  public static func avatar(
    _ name: String = "avatar",
    limit: Duration? = nil,
    maximumByteCount: Int = 1_000_000,
    at address: @escaping @Sendable (ExtensionNotification) -> String?
  ) -> Self {
    media(name, isAvatar: true, limit: limit, by: .live(maximumByteCount), at: address)
  }

  static func media(
    _ name: String,
    isAvatar: Bool = false,
    limit: Duration? = nil,
    by download: MediaDownload,
    at address: @escaping @Sendable (ExtensionNotification) -> String?
  ) -> Self {
    changing(name, limit: limit) { notification in
      guard !isAvatar || notification.sender != nil, let address = address(notification) else {
        return
      }
      let file = try await download.file(at: address)
      guard isAvatar else { return notification.attachments.append(file) }
      defer { try? FileManager.default.removeItem(at: file) }
      notification.sender?.avatar = try Data(contentsOf: file)
    }
  }
}
