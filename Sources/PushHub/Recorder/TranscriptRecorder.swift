/// Writes down what happens to an app as a transcript, while it happens.
///
/// It takes down every callback of the system, also those that show nothing new, and what the
/// lifecycle tells. Each line is handed on as it is made, so that a crash loses at most the line
/// being written, and a recording plays like any other transcript. It starts with what is true when
/// the recorder is attached, and so does each that follows when the output has become full.
///
/// A launch by a push that nobody answered is a `launch` and one `push`, although the system hands
/// that push to the app twice.
///
/// ```swift
/// let recorder = TranscriptRecorder(writingTo: try TranscriptFile(at: url))
/// try host.install(recorder, named: "recorder")  // first, so that it misses nothing
/// ```
///
/// By default texts, custom data, accounts and tokens are left out; see ``TranscriptPrivacy``.
/// What happens in the outside world of a feature, such as what its server answers, reaches a recorder
/// only when somebody tells it, with ``FeatureRecords/note(_:)``.
@MainActor
public final class TranscriptRecorder {
  private let recording: Recording
  private var scheduler: (any Scheduler)?
  private var callbacks = CallbackTranscriber()

  /// Makes a recorder that is not attached yet.
  ///
  /// - Parameters:
  ///   - output: Where the lines go.
  ///   - header: The app's pages; the start is that of the recording.
  ///   - vocabulary: What the app's features bring. Of it, the recorder needs the pages and the keys of
  ///     payloads: they are named in what is recorded, and are hashed otherwise.
  ///   - privacy: What is left out.
  public init(
    writingTo output: any TranscriptOutput,
    header: TranscriptHeader = TranscriptHeader(),
    vocabulary: TranscriptVocabulary = TranscriptVocabulary(),
    privacy: TranscriptPrivacy = .redacted
  ) {
    recording = Recording(
      output: output,
      header: header,
      redactor: TranscriptRedactor(
        privacy,
        pages: Set(vocabulary.pages.flatMap { header[$0] }),
        payloadKeys: vocabulary.payloadKeys
      )
    )
  }
}

// MARK: - What is missing

extension TranscriptRecorder {
  /// Why a line could not be written, the latest time that this happened.
  ///
  /// The recorder goes on, and counts what is missing in ``lostLineCount``; where lines are missing, a
  /// comment says how many. An output that had lost what was written, and could begin anew, is told
  /// here alone.
  public var latestError: (any Error)? { recording.latestError }

  /// How many lines could not be written.
  public var lostLineCount: Int { recording.lostLineCount }

  /// Something that was not written, since nobody could have read the recording then.
  public struct Unsayable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which value of a transcript it would have been, and what it must be.
    public let reason: String

    /// What is wrong.
    public var description: String {
      "What happened is left out of the recording, since the format can't say it: \(reason)."
    }
  }
}

// MARK: - What the app adds

extension TranscriptRecorder: FeatureRecordObserver {
  /// Writes down what happened in the outside world of a feature.
  ///
  /// Nothing is written while the recorder is not attached. What the format can't say, such as a
  /// count below zero, is not written either, but counted; see ``Unsayable``.
  public func receive(_ record: any FeatureRecord) {
    recording.write(.feature(record))
  }

  /// Writes down that the recording goes on until now, and no further.
  public func noteEnd() {
    recording.write(.end)
  }
}

// MARK: - Plugin and observer

extension TranscriptRecorder: PushPlugin, PushCallbackObserver, LifecycleObserver {
  /// Before everybody else.
  public var priority: ObserverPriority { .first }

  /// Starts a recording with what is true now; one that was ended is put aside.
  public func attach(to context: PluginContext) {
    detach()
    scheduler = context.scheduler
    recording.open(token: context.push.deviceToken, scheduler: context.scheduler)
  }

  /// Ends the recording.
  public func detach() {
    guard scheduler != nil else { return }
    scheduler = nil
    callbacks = CallbackTranscriber()
    recording.close()
  }

  /// Begins the recording with what is true.
  public func begin(with lifecycle: LifecycleState) {
    recording.begin(with: lifecycle)
  }

  /// Writes down what changed.
  public func receive(_ event: LifecycleEvent, state lifecycle: LifecycleState) {
    recording.write(event, state: lifecycle)
  }

  /// Writes down what the system told.
  public func receive(_ callback: PushCallback) {
    guard let scheduler else { return }
    for input in callbacks.inputs(for: callback, now: scheduler.now) {
      recording.write(input, from: callback)
    }
  }
}
