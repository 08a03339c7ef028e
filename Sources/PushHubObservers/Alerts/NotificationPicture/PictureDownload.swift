public import Foundation
public import PushHub
public import PushHubNetworking

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
/// - Limits: Time, bytes and redirects are those of an ``HTTPConfiguration``: a redirect is followed
///   within the origin only. The picture is in memory while it comes; the system allows an extension
///   24 MB.
/// - Files: The type is told by the content, whatever the server calls it, and names the file as the
///   system wants it. When a picture is attached the system moves its file. After a failure none is
///   left; one that was not attached goes with a later download, an hour after it came at the earliest.
public struct PictureDownload: Sendable {
  /// Gives what the server sends for a picture.
  typealias Fetch = @Sendable (URLRequest) async throws -> Data

  private let fetch: Fetch
  private let files: PictureFiles
  private let scheduler: any Scheduler
  private let sessionTimeout: TimeInterval

  /// Makes a download.
  ///
  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - configuration: The limits; by default 20 seconds and 4 MiB, so that the notification is still
  ///     in time without its picture.
  ///   - directory: Where the files are, and nothing else; by default one of the process's own among
  ///     the temporary ones.
  public init(
    scheduler: any Scheduler,
    configuration: HTTPConfiguration = HTTPConfiguration(
      timeout: .seconds(20),
      maximumByteCount: 4 << 20
    ),
    directory: URL? = nil
  ) {
    let client = HTTPClient(configuration: configuration, scheduler: scheduler)
    self.init(
      scheduler: scheduler,
      sessionTimeout: configuration.sessionTimeout,
      directory: directory
        ?? FileManager.default.temporaryDirectory.appending(path: "PushHub pictures")
    ) { try await client.picture(for: $0) }
  }

  init(
    scheduler: any Scheduler,
    sessionTimeout: TimeInterval,
    directory: URL,
    through door: FileDoor = .system,
    fetch: @escaping Fetch
  ) {
    self.scheduler = scheduler
    self.sessionTimeout = sessionTimeout
    self.fetch = fetch
    files = PictureFiles(directory: directory, door: door)
  }

  /// Downloads a picture.
  ///
  /// - Parameter address: Where it is, as a push says; `nil` if it does not.
  /// - Returns: A file with the picture, whose name ends as its type wants.
  /// - Throws: ``PictureError``, or `CancellationError` when the task is cancelled. No file is left then.
  public func file(at address: String?) async throws -> URL {
    guard let url = address.flatMap(URL.init), let host = url.host, !host.isEmpty,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw PictureError(.invalidAddress) }
    var request = URLRequest(url: url, timeoutInterval: sessionTimeout)
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.setValue("image/jpeg, image/png, image/gif", forHTTPHeaderField: "Accept")
    let picture = try await fetch(request)
    guard let type = PictureType(beginningWith: picture) else { throw PictureError(.noPicture) }
    guard type.isComplete(picture) else { throw PictureError(.incomplete) }
    let date = await scheduler.date
    return try await files.write(picture, as: type, at: date)
  }

  /// Removes files of former times that nobody has attached.
  func removeLeftovers() async {
    await files.sweep(at: scheduler.date)
  }
}

extension HTTPClient {
  fileprivate func picture(for request: URLRequest) async throws -> Data {
    do {
      let answer = try await answer(to: request)
      let status = answer.response.statusCode
      guard status == 200 else {
        throw PictureError(.failureStatus, reason: "status \(status)")
      }
      return answer.body
    } catch let failure as HTTPFailure {
      throw PictureError(for: failure)
    }
  }
}
