public import Foundation
public import Observation
public import PushHub
import PushHubRecorder

/// A recording that a tester starts and stops on the debug screen, and shares.
@MainActor
@Observable
public final class DebugRecording {
  /// The location of the recording.
  public let url: URL

  /// Whether the recorder is installed.
  public private(set) var isRunning = false

  /// The reason why the recording could not be started; `nil` after one that could.
  public private(set) var failure: String?

  @ObservationIgnored private let isRedacted: Bool

  private static let name = "debug recording"

  /// Prepares a recording; nothing is written yet.
  ///
  /// - Parameters:
  ///   - url: The file, which a new recording replaces.
  ///   - isRedacted: Whether texts, custom data, accounts and tokens are left out.
  public init(
    at url: URL = URL.temporaryDirectory.appending(path: "pushhub.jsonl"),
    isRedacted: Bool = true
  ) {
    self.url = url
    self.isRedacted = isRedacted
  }

  /// Starts a recording in a host; does nothing while one runs.
  public func start(in host: PluginHost) {
    guard !isRunning else { return }
    do {
      let file = try TranscriptFile(at: url)
      let recorder = TranscriptRecorder(writingTo: file, isRedacted: isRedacted)
      recorder.didDetach = { [weak self] in self?.isRunning = false }
      try host.install(recorder, named: Self.name)
      isRunning = true
      failure = nil
    } catch {
      failure = "The recording could not be started: \(error)"
    }
  }

  /// Ends the recording, as removing all plugins of the host does; the file stays.
  public func stop(in host: PluginHost) {
    _ = try? host.remove(named: Self.name)
  }
}
