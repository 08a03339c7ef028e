import Foundation
public import PushHub

/// Writes down what happens to an app as a transcript, while it happens.
///
/// It takes down every callback of the system, also those that show nothing new, and what the
/// lifecycle tells. Each line is handed on as it is made, so that a crash loses at most the line
/// being written, and a recording plays like any other transcript. It starts with what is true when
/// the recorder is attached, which is written with the first line. Its header names the pages and the
/// configuration of the features that are attached by then. When the output has become full, the next
/// recording starts with what the
/// lifecycle is then, and the latest of those records of features of which the latest holds.
///
/// A launch by a push that nobody answered is a `launch` and one `push`, although the system hands
/// that push to the app twice, in either order.
///
/// ```swift
/// let recorder = TranscriptRecorder(writingTo: try TranscriptFile(at: url))
/// try host.install(recorder, named: "recorder")  // first, so that it misses nothing
/// ```
///
/// By default texts, custom data, accounts and tokens are left out; see ``TranscriptPrivacy``.
/// What happens in the outside world of a feature, such as what its server answers, reaches a recorder
/// only when somebody tells it, with `PluginContext.record(_:)`.
@MainActor
public final class TranscriptRecorder {
  /// Why a line could not be written, the latest time that this happened.
  ///
  /// For what the format can't say it is a ``TranscriptError``, with the line that it would have been.
  /// The recorder goes on, and counts what is missing in ``lostLineCount``; where lines are missing, a
  /// comment says how many. An output that had lost what was written, and could begin anew, is told
  /// here alone.
  public private(set) var latestError: (any Error)?

  /// How many lines could not be written.
  public private(set) var lostLineCount = 0

  private let output: any TranscriptOutput
  private var redactor: TranscriptRedactor?
  private var header = Transcript()

  /// The kinds of record of the vocabulary, and those that were recorded besides.
  private var kinds: [String: any FeatureRecord.Type] = [:]
  private var context: PluginContext?

  /// When the recorder was attached, until the recording has begun.
  private var attached: (instant: ContinuousClock.Instant, date: Date)?

  /// When the recording began that lines go to, if there is one.
  private var start: ContinuousClock.Instant?

  /// How many lines the output has, and with how many of them it began.
  private var lineCount = 0
  private var firstLineCount = 0

  /// How many lines are missing since the latest one that was written.
  private var gap = 0

  // What a recording begins with.
  private var lifecycle = LifecycleState()
  private var states: [TranscriptInput] = []

  /// The latest `push` record that did not come to be presented, and when a callback last showed its push.
  private var latestPush: (payload: PushPayload, channel: PushCallbackKind, time: Duration)?

  /// Makes a recorder that is not attached yet.
  ///
  /// - Parameters:
  ///   - output: Where the lines go.
  ///   - vocabulary: The kinds of record that the app's features bring. Their pages and the keys of
  ///     payloads that they read are named in what is recorded, and are hashed otherwise.
  ///   - privacy: What is left out.
  public init(
    writingTo output: any TranscriptOutput,
    vocabulary: [any FeatureRecord.Type] = [],
    privacy: TranscriptPrivacy = .redacted
  ) {
    self.output = output
    redactor = TranscriptRedactor(
      privacy,
      names: vocabulary.flatMap { $0.pages }.flatMap(\.standard).map(\.rawValue),
      payloadKeys: Set(vocabulary.flatMap { $0.payloadKeys })
    )
    // What has no place is told when it is recorded.
    for kind in vocabulary { try? kinds.add(kind) }
  }
}

// MARK: - What happens

extension TranscriptRecorder: PushPlugin, PushDiagnosticsObserver, LifecycleObserver {
  /// Before everybody else.
  public var priority: ObserverPriority { .first }

  /// Starts a recording with what is true now; one that was ended is put aside.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    attached = (context.scheduler.now, context.scheduler.date)
    states = []
  }

  /// Ends the recording.
  public func detach() {
    if attached != nil {
      do { try prepare() } catch { latestError = error }
    }
    (context, attached) = (nil, nil)
    start = nil
    latestPush = nil
  }

  /// Keeps what is true, with which the recording begins.
  public func begin(with lifecycle: LifecycleState) {
    self.lifecycle = lifecycle.ofOneScene
  }

  /// Writes down what changed.
  ///
  /// That is what it looks like to somebody who knows of no scenes: with several, an event may change
  /// more than it says, or nothing.
  public func receive(_ event: LifecycleEvent, state newLifecycle: LifecycleState) {
    let newLifecycle = newLifecycle.ofOneScene
    for change in newLifecycle.events(since: lifecycle) { record(TranscriptInput(change)) }
    lifecycle = newLifecycle
    if event == .screenshotTaken {
      record(.screenshot)
    }
  }

  /// Writes down what the system told.
  public func receive(_ callback: PushCallback) {
    guard let now = context?.scheduler.now else { return }
    let isRecorded = isRecorded(callback, at: now.referenceTime)
    for input in TranscriptInput.inputs(for: callback, isRedacted: redactor != nil)
    where !isRecorded || input.key != "push" {
      record(input)
    }
  }

  /// Whether the `push` record of a launch stands for this remote callback too, or the other way round.
  private func isRecorded(_ callback: PushCallback, at now: Duration) -> Bool {
    guard let payload = callback.payload else { return false }
    let isSame = latestPush.map { $0.payload == payload && now - $0.time <= .seconds(10) } ?? false
    if isSame { latestPush?.time = now }
    guard case .shown(_, let channel, _) = callback, channel != .present else { return false }
    guard isSame, latestPush?.channel != channel else {
      latestPush = (payload, channel, now)
      return false
    }
    latestPush = nil
    return true
  }
}

extension TranscriptRecorder: FeatureRecordObserver {
  /// Writes down what happened in the outside world of a feature.
  ///
  /// Nothing is written while the recorder is not attached. What the format can't say, such as a
  /// count below zero or a key that has another meaning, is not written either, but counted, and is the
  /// ``latestError``. A kind that names pages or keys of payloads is the ``latestError`` too, once, if the
  /// vocabulary lacks it: they are hashed.
  public func receive(_ record: any FeatureRecord) {
    let kind = type(of: record)
    let isRead = kind.payloadKeys.isEmpty && kind.pages.isEmpty || kinds[kind.key] != nil
    if !isRead, redactor != nil {
      latestError = TranscriptMistake(
        "\(kind) is not in the recorder's vocabulary; add \(kind).self to it, so that what it reads of "
          + "payloads is recorded."
      )
    }
    self.record(.feature(record))
  }

  /// What the header of the recording lacks is the ``latestError``, and stands in that of the next one.
  package func settingsChanged() {
    guard start != nil, let context else { return }
    let isKnown = redactor?.names.isSuperset(of: context.records.settings.names) ?? true
    if isKnown, makeHeader(in: context) == header { return }
    latestError = TranscriptMistake(
      "A feature was attached after the first line of the recording, which lacks its pages, "
        + "configuration and categories; install features before anything happens."
    )
  }

  private func makeHeader(in context: PluginContext) -> Transcript {
    var header = Transcript()
    header.start = self.header.start
    let settings = context.records.settings
    for (setting, pages) in settings.pages { header[setting] = pages }
    for configuration in settings.configurations.values {
      do { try header.add(configuration, redactor) } catch { latestError = error }
    }
    return header
  }

  /// Writes down that the recording goes on until now, and no further.
  public func recordEnd() {
    record(.end)
  }
}

// MARK: - Lines

extension TranscriptRecorder {
  /// Writes down what happened, and remembers what is true then.
  private func record(_ input: TranscriptInput) {
    guard context != nil else { return }
    do {
      try prepare()
      do {
        try put(input)
      } catch  where output.isFull && !(error is TranscriptError) {
        // What was written may be gone.
        latestError = error
        try begin()
        try put(input)
      }
    } catch {
      miss(error)
      if error is TranscriptError { return }
    }
    if let record = input.featureRecord, record.isState {
      states.removeAll { $0.key == input.key }
      states.append(input)
    }
  }

  /// Begins a recording if there is none, or if it is full and tells more than its beginning.
  private func prepare() throws {
    guard start == nil || output.isFull && lineCount > firstLineCount else { return }
    do {
      try begin()
    } catch  where start != nil {
      // The recording that there is goes on.
      latestError = error
    }
  }

  /// Begins a recording that can be played alone.
  ///
  /// What servers answer comes before the pages, which make features ask, and after the account, for
  /// which features listen.
  private func begin() throws {
    guard let context else { return }
    let moment = attached ?? (context.scheduler.now, context.scheduler.date)
    attached = nil
    if lineCount > 0 || output.isFull { try output.startOver() }
    start = nil
    lineCount = 0
    header = makeHeader(in: context)
    header.start = moment.date
    redactor?.names.formUnion(context.records.settings.names)
    redactor?.names.formUnion(header.pages.values.joined().map(\.rawValue))
    try write(header.headerLine)
    start = moment.instant
    let signedIn = LifecycleState(account: lifecycle.account)
    let inputs =
      (context.push.deviceToken.map { [TranscriptInput.token($0)] } ?? [])
      + signedIn.events(since: LifecycleState()).map(TranscriptInput.init)
      + states
      + lifecycle.events(since: signedIn).map(TranscriptInput.init)
    for input in inputs {
      do { try put(input, at: .zero) } catch { miss(error) }
    }
    firstLineCount = lineCount
  }

  private func put(_ input: TranscriptInput, at time: Duration? = nil) throws {
    guard let context, let start else { return }
    let record = TranscriptRecord(time: time ?? context.scheduler.now - start, input: input)
    let line = try record.line(redactor)
    // What nobody could read is not written.
    _ = try TranscriptLine(number: lineCount + 1, bytes: Array(line.utf8)[...]).read("the record") {
      if let kind = input.featureRecord.map({ type(of: $0) }), kinds[kind.key] != kind {
        try kinds.add(kind)
      }
      return try TranscriptRecord($0, notBefore: .zero, kinds)
    }
    if gap > 0 {
      try write("# \(gap) \(gap == 1 ? "line is" : "lines are") missing here")
      gap = 0
    }
    try write(line)
  }

  private func write(_ line: String) throws {
    try output.write(line)
    lineCount += 1
  }

  private func miss(_ error: any Error) {
    latestError = error
    lostLineCount += 1
    gap += 1
  }
}
