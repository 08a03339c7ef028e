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
/// What the outside world answers to the app's own requests reaches a recorder only when the app
/// says it, with ``note(_:)``.
@MainActor
public final class TranscriptRecorder {
  /// Why a line could not be written, the latest time that this happened.
  ///
  /// The recorder goes on, and counts what is missing in ``lostLineCount``; where lines are missing, a
  /// comment says how many. An output that had lost what was written, and could begin anew, is told
  /// here alone.
  public private(set) var latestError: (any Error)?

  /// How many lines could not be written.
  public private(set) var lostLineCount = 0

  private let output: any TranscriptOutput
  private let redactor: TranscriptRedactor?
  private var header: TranscriptHeader
  private var subjects: Subjects?
  private var start: ContinuousClock.Instant?
  private var state = RecordedState()
  private var callbacks = CallbackTranscriber()

  /// Whether the header is written, without which nothing that follows could be read.
  private var hasBegun = false

  /// How many lines are missing since the latest one that was written.
  private var gap = 0

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
    redactor = TranscriptRedactor(privacy, header: header)
  }
}

// MARK: - What the app adds

extension TranscriptRecorder {
  /// Writes down something that neither subject knows of: an answer of a server, a touch.
  ///
  /// Nothing is written while the recorder is not attached.
  public func note(_ input: TranscriptInput) {
    write(input)
  }
}

// MARK: - Plugin and observer

extension TranscriptRecorder: PushPlugin, PushCallbackObserver, LifecycleObserver {
  /// Starts a recording with what is true now.
  public func attach(to subjects: Subjects) {
    detach()
    self.subjects = subjects
    state = RecordedState(token: subjects.push.deviceToken)
    subjects.push.addCallbackObserver(self)
    subjects.lifecycle.add(self, priority: ObserverPriority(rawValue: .max))
  }

  /// Ends the recording.
  public func detach() {
    guard let subjects else { return }
    subjects.push.removeCallbackObserver(self)
    subjects.lifecycle.remove(self)
    self.subjects = nil
    callbacks = CallbackTranscriber()
    hasBegun = false
  }

  /// Begins the recording with what is true.
  public func begin(with lifecycle: LifecycleState) {
    state.lifecycle = lifecycle
    begin()
  }

  /// Writes down what changed.
  public func receive(_ event: LifecycleEvent, state lifecycle: LifecycleState) {
    write(TranscriptInput(event))
    state.lifecycle = lifecycle
  }

  /// Writes down what the system told.
  public func witness(_ callback: PushCallback) {
    guard let subjects else { return }
    for input in callbacks.inputs(for: callback, now: subjects.scheduler.now) {
      write(input, redacted: redactor?.redact(callback))
    }
  }
}

// MARK: - Writing

extension TranscriptRecorder {
  private func write(_ input: TranscriptInput, redacted: TranscriptInput? = nil) {
    guard subjects != nil else { return }
    prepare()
    if !put(input, redacted: redacted) {
      // The line may only now have found out that what was written is gone.
      prepare()
      if !put(input, redacted: redacted) { miss() }
    }
    state.apply(input)
  }

  /// Starts over if it is time to, and begins a transcript if there is none.
  private func prepare() {
    if output.isFull {
      do {
        try output.startOver()
        hasBegun = false
      } catch {
        latestError = error
      }
    }
    if !hasBegun {
      begin()
    }
  }

  /// Begins a transcript that can be played alone.
  private func begin() {
    guard let subjects else { return }
    start = subjects.scheduler.now
    header.start = subjects.scheduler.date
    hasBegun = put(header.jsonLine)
    guard hasBegun else { return }
    for input in state.inputs where !put(input) {
      miss()
    }
  }

  private func miss() {
    lostLineCount += 1
    gap += 1
  }

  private func put(_ input: TranscriptInput, redacted: TranscriptInput? = nil) -> Bool {
    guard let subjects, let start, hasBegun else { return false }
    let record = TranscriptRecord(
      time: subjects.scheduler.now - start,
      input: redacted ?? redactor?.redact(input) ?? input
    )
    return put(record.jsonLine)
  }

  /// Writes a line, after one that says how many are missing before it.
  private func put(_ line: String) -> Bool {
    do {
      if gap > 0, hasBegun {
        try output.write("# \(gap) \(gap == 1 ? "line is" : "lines are") missing here")
      }
      gap = hasBegun ? 0 : gap
      try output.write(line)
      return true
    } catch {
      latestError = error
      return false
    }
  }
}
