/// Writes down what happens to an app as a transcript, while it happens.
///
/// It takes down every callback of the system, also those that show nothing new, and what the
/// lifecycle tells. Each line is handed on as it is made, so that a crash loses at most the line
/// being written, and a recording plays like any other transcript. It starts with what is true when
/// the recorder is attached.
///
/// ```swift
/// let recorder = TranscriptRecorder(writingTo: try TranscriptFile(at: url))
/// try host.install(recorder, named: "recorder")  // first, so that it misses nothing
/// ```
///
/// By default texts, custom data, accounts and tokens are left out; see ``TranscriptPrivacy``.
/// What the outside world answers to the app's own requests reaches a recorder only when the app
/// says it, with ``note(_:)``.
@MainActor
public final class TranscriptRecorder {
  /// Why a line could not be written, the latest time that this happened.
  ///
  /// The recorder goes on, and counts what is missing in ``lostLineCount``.
  public private(set) var latestError: (any Error)?

  /// How many lines could not be written.
  public private(set) var lostLineCount = 0

  private let output: any TranscriptOutput
  private let redactor: TranscriptRedactor?
  private var header: TranscriptHeader
  private var subjects: Subjects?
  private var start: ContinuousClock.Instant?
  private var latestUnread: TranscriptInput?
  private var latestNotifications: TranscriptInput?

  /// Makes a recorder that is not attached yet.
  ///
  /// - Parameters:
  ///   - output: Where the lines go.
  ///   - header: The app's pages; the start is that of the recording.
  ///   - privacy: What is left out.
  public init(
    writingTo output: any TranscriptOutput,
    header: TranscriptHeader = TranscriptHeader(),
    privacy: TranscriptPrivacy = .redacted
  ) {
    self.output = output
    self.header = header
    redactor = privacy == .complete ? nil : TranscriptRedactor(salt: SipHash.Key.random())
  }
}

// MARK: - What the app adds

extension TranscriptRecorder {
  /// Writes down something that neither subject knows of: an answer of a server, a touch.
  ///
  /// Nothing is written while the recorder is not attached.
  public func note(_ input: TranscriptInput) {
    write(input)
    switch input {
    case .unread: latestUnread = input
    case .latest(.success): latestNotifications = input
    default: break
    }
  }
}

// MARK: - Plugin and observer

extension TranscriptRecorder: PushPlugin, PushCallbackObserver, LifecycleObserver {
  /// Starts a recording with what is true now.
  public func attach(to subjects: Subjects) {
    detach()
    self.subjects = subjects
    begin()
    subjects.push.addCallbackObserver(self)
    subjects.lifecycle.add(self, priority: ObserverPriority(rawValue: .max))
  }

  /// Ends the recording.
  public func detach() {
    guard let subjects else { return }
    subjects.push.removeCallbackObserver(self)
    subjects.lifecycle.remove(self)
    self.subjects = nil
    latestUnread = nil
    latestNotifications = nil
  }

  /// Does nothing: the recording has begun with the state already.
  public func begin(with state: LifecycleState) {}

  /// Writes down what changed.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    write(TranscriptInput(event))
  }

  /// Writes down what the system told.
  public func witness(_ callback: PushCallback) {
    write(TranscriptInput(callback))
  }
}

// MARK: - Writing

extension TranscriptRecorder {
  /// Begins a transcript that can be played alone.
  private func begin() {
    guard let subjects else { return }
    start = subjects.scheduler.now
    header.start = subjects.scheduler.date
    put(header.jsonLine)
    let known =
      [subjects.push.deviceToken.map(TranscriptInput.token)]
      + subjects.lifecycle.state.inputs
      + [latestUnread, latestNotifications]
    for input in known.compactMap({ $0 }) {
      put(input)
    }
  }

  private func write(_ input: TranscriptInput) {
    guard subjects != nil else { return }
    put(input)
    guard output.isFull else { return }
    do {
      try output.startOver()
      begin()
    } catch {
      latestError = error
    }
  }

  private func put(_ input: TranscriptInput) {
    guard let subjects, let start else { return }
    let record = TranscriptRecord(
      time: subjects.scheduler.now - start,
      input: redactor?.redact(input) ?? input
    )
    put(record.jsonLine)
  }

  private func put(_ line: String) {
    do {
      try output.write(line)
    } catch {
      latestError = error
      lostLineCount += 1
    }
  }
}
