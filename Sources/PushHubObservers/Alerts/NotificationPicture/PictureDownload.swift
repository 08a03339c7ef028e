public import Foundation
public import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads a notification's picture into a file, in a service extension.
///
/// A `ServiceExtensionDelivery` does it in one call, and cleans up; see <doc:pictures>.
///
/// ```swift
/// let pictures = PictureDownload(scheduler: clock)
/// let file = try await pictures.file(at: payload["picture"]?.stringValue)
/// ```
///
/// - Limits: A redirect is followed within the origin only. The picture is in memory while it comes; the
///   system allows an extension 24 MB.
/// - Files: The type is told by the content, whatever the server calls it, and names the file as the
///   system wants it. When a picture is attached the system moves its file. After a failure none is
///   left; one that was not attached goes with a later download, an hour after it came at the earliest.
/// - Wholeness: What breaks off is no picture. Where the server has not said how long it is, or has
///   compressed it, only the picture itself can tell: it must end as one of its type does.
public struct PictureDownload: Sendable {
  /// Gives what the server sends for a picture.
  typealias Fetch = @Sendable (URLRequest) async throws -> PictureExchange.Answer

  private let scheduler: any Scheduler
  private let directory: URL
  private let fetch: Fetch

  /// Makes a download.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - timeout: How long the server may take, so that the notification is still in time without its
  ///     picture; from one second to one day.
  ///   - maximumByteCount: How large the picture may be; from one byte to 1 GiB.
  ///   - directory: Where the files are, and nothing else; by default one of the process's own among
  ///     the temporary ones.
  public init(
    scheduler: any Scheduler,
    timeout: Duration = .seconds(20),
    maximumByteCount: Int = 4 << 20,
    directory: URL = .temporaryDirectory.appending(path: "PushHub pictures")
  ) {
    let timeout = timeout.clamped(to: ConfigurationBounds.interval)
    let byteCount = maximumByteCount.clamped(to: ConfigurationBounds.byteCount)
    self.init(scheduler: scheduler, directory: directory) { request in
      let exchange = PictureExchange(maximumByteCount: byteCount)
      return try await exchange.answer(to: request, within: timeout, on: scheduler)
    }
  }

  init(scheduler: any Scheduler, directory: URL, fetch: @escaping Fetch) {
    self.scheduler = scheduler
    self.directory = directory
    self.fetch = fetch
  }

  /// Downloads a picture.
  ///
  /// - Parameter address: Where it is, as a push says; `nil` if it does not.
  /// - Returns: A file with the picture, whose name ends as its type wants.
  /// - Throws: ``PictureError``, or `CancellationError` when the task is cancelled. No file is left then.
  public func file(at address: String?) async throws -> URL {
    let date = await scheduler.date
    removeLeftovers(at: date)
    guard let url = address.flatMap(URL.init), url.host?.isEmpty == false,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw PictureError.invalidAddress }
    var request = URLRequest(url: url)
    request.setValue("image/jpeg, image/png, image/gif", forHTTPHeaderField: "Accept")
    let (picture, isWhole) = try await fetch(request)
    let type = Self.types.first { picture.starts(with: $0.beginning) }
    guard let type else { throw PictureError.noPicture }
    guard isWhole || picture.suffix(type.end.count).elementsEqual(type.end)
    else { throw PictureError.incomplete }
    try Task.checkCancellation()
    let name = "\(Int(date.timeIntervalSince1970))-\(UUID()).\(type.extension)"
    let file = directory.appending(path: name)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try picture.write(to: file, options: .atomic)
      return file
    } catch {
      throw PictureError.notWritable((error as NSError).code)
    }
  }

  /// The pictures that a notification can have; see
  /// [UNNotificationAttachment](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  private static let types: [(extension: String, beginning: [UInt8], end: [UInt8])] = [
    ("jpg", [0xFF, 0xD8, 0xFF], [0xFF, 0xD9]),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xAE, 0x42, 0x60, 0x82]),
    ("gif", Array("GIF8".utf8), [0, 0x3B]),
  ]

  /// Removes files of former times that nobody has attached; their names say when they were made.
  private func removeLeftovers(at date: Date) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    for name in names ?? [] {
      let birth = Double(name.prefix { $0 != "-" }) ?? 0
      if abs(date.timeIntervalSince1970 - birth) > 3_600 {
        try? FileManager.default.removeItem(at: directory.appending(path: name))
      }
    }
  }
}

/// Why a notification has no picture.
///
/// The description names neither the address nor the server, so that logs have it whole.
public enum PictureError: LoggableError, Hashable {
  /// The address is none of a server's.
  case invalidAddress

  /// The server could not be reached, or the connection broke; with the code of the `URLError`.
  case unreachable(Int)

  /// The server took too long.
  case timedOut

  /// The server answered with this status, which is no success; one from 300 on pointed to another origin.
  case failureStatus(Int)

  /// The answer is longer than is allowed.
  case tooLarge

  /// The answer is none of the pictures that a notification can have.
  case noPicture

  /// The answer breaks off before the picture's end.
  case incomplete

  /// The picture can't be written to a file; with the code of Foundation's error.
  case notWritable(Int)

  /// A sentence on what happened, and what to do about it.
  public var description: String {
    switch self {
    case .invalidAddress: "The picture's address is none; send one that begins with https."
    case .unreachable(let code):
      "The picture's server can't be reached (URLError \(code)); look after the server."
    case .timedOut: "The picture took too long; send a smaller one."
    case .failureStatus(let status):
      "The picture's server does not send it (status \(status)); send the address where it is."
    case .tooLarge: "The picture is too large; send a smaller one, or allow more bytes."
    case .noPicture: "What came is no JPEG, PNG or GIF; send one of these."
    case .incomplete:
      "The picture's end is missing; let the server say how many bytes it has."
    case .notWritable(let code):
      "The picture can't be written (\(code)); look whether there is room."
    }
  }
}
