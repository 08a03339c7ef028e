package import Foundation
public import PushHub

/// Records what happens to an app as a transcript, while it happens.
///
/// It records every callback of the system, also those that show nothing new, every lifecycle event, and the
/// records of features. Each line is written at once, so a crash loses at most one line, and a recording plays
/// like any other transcript.
///
/// - A recording starts with the lifecycle at the time when the recorder was attached. It is written with the
///   first line.
/// - Its header has the pages and the configuration of the features that are attached by then.
/// - When the output is full, the next recording starts with the present lifecycle, and the latest record of
///   each state that holds; see `FeatureRecord.isState`.
/// - A launch by a push without a response is a `launch` and one `push`, although the system passes that push to
///   the app twice, in either order.
///
/// ```swift
/// let recorder = TranscriptRecorder(writingTo: try TranscriptFile(at: url))
/// try host.install(recorder, named: "recorder")  // first, so that it misses nothing
/// ```
///
/// Features record their outside world, such as the answers of their servers, with
/// `PluginContext.record(_:)`.
///
/// A recording is redacted unless the app decides otherwise: values are replaced by salted hashes. Equal values
/// stay equal within one recorder, so that duplicates are still visible; notifications of equal order may
/// change places. The salt is created for the recorder and written nowhere. These stay:
///
/// - the keys that Apple documents, those by which the senders that PushHub knows are recognized and read,
///   the beginnings that all other keys of a sender have, such as `google.c.`, truth values and nulls;
/// - the numbers of `badge`, `relevance-score`, of the dates in `aps`, and of the volume of a sound, and
///   the 0 or 1 of `content-available`, `mutable-content`, `input-push-token` and `critical`;
/// - the words that Apple documents: interruption levels, events of Live Activities, the `default` sound; and
///   those by which a sender is recognized or read, such as Salesforce's `SFMC`;
/// - identifiers of actions, since the system reports only those that the app has registered, and of the
///   categories of plugins;
/// - the pages with which features are configured, and the keys of payloads that they read;
/// - error texts that are the three digits of an HTTP status, and the domain and code of a refused
///   registration, without its message;
/// - times, unread counts, the order of notifications, and the durations of countdowns.
@MainActor
public final class TranscriptRecorder {
  /// The latest error, if there was one.
  ///
  /// A ``TranscriptError``, with its line, is about a record that doesn't fit the format. The recorder continues,
  /// counts missing lines in ``lostLineCount``, and writes a comment in their place. An output that had lost
  /// its content and began anew is reported only here.
  public private(set) var latestError: (any Error)?

  /// The number of lines that could not be written.
  public private(set) var lostLineCount = 0

  /// Called when the recording has ended since the recorder was detached.
  package var didDetach: (() -> Void)?

  private let output: any TranscriptOutput
  private var redactor: TranscriptRedactor?
  private var header = Transcript()

  /// The kinds of record that were recorded.
  private var kinds: [String: any FeatureRecord.Type] = [:]
  private var context: PluginContext?

  /// The time when the recorder was attached, until the recording has begun.
  private var attached: (instant: ContinuousClock.Instant, date: Date)?

  /// The start of the present recording, if there is one.
  private var start: ContinuousClock.Instant?

  /// Records of the time before the recording began.
  private var earlier: [(ContinuousClock.Instant, TranscriptInput)] = []

  /// The time of the latest record.
  private var latest = Duration.zero

  /// The number of lines of the output, and of its beginning.
  private var lineCount = 0
  private var firstLineCount = 0

  /// The number of lines that are missing since the latest one.
  private var gap = 0

  // The beginning of the next recording.
  private var lifecycle = LifecycleState()
  private var states: [(input: TranscriptInput, account: AccountID?)] = []

  /// The latest `push` record that did not come to be presented, and when a callback last showed its push.
  private var latestPush: (payload: PushPayload, channel: PushCallbackKind, time: Duration)?

  /// Creates a recorder that is not attached yet.
  ///
  /// - Parameters:
  ///   - output: The output of the lines.
  ///   - isRedacted: Whether values that may be private are replaced by hashes.
  ///   - keys: Keys of payloads that stay in a redacted recording at any depth, with their values.
  ///   - names: Pages, categories, sounds and error texts that stay in a redacted recording.
  public init(
    writingTo output: any TranscriptOutput,
    isRedacted: Bool = true,
    keepingKeys keys: Set<String> = [],
    names: Set<String> = []
  ) {
    self.output = output
    redactor = isRedacted ? TranscriptRedactor(keeping: keys, names: names) : nil
  }
}

// MARK: - What happens

extension TranscriptRecorder: PushPlugin, PushDiagnosticsObserver, LifecycleObserver {
  /// The highest priority.
  public var priority: ObserverPriority { .first }

  /// Starts a recording with the present lifecycle; a former one is moved aside.
  public func attach(to context: PluginContext) {
    end()
    self.context = context
    attached = (context.scheduler.now, context.scheduler.date)
    states = []
  }

  /// Ends the recording.
  public func detach() {
    end()
    didDetach?()
  }

  private func end() {
    beginLate()
    (context, attached) = (nil, nil)
    start = nil
    (latestPush, earlier) = (nil, [])
  }

  /// Keeps the lifecycle for the beginning of the recording, and records each event.
  ///
  /// A transcript knows one scene. In an app with several, an event may be several records, or none.
  public func receive(_ event: LifecycleEvent?, state newLifecycle: LifecycleState) {
    let newLifecycle = newLifecycle.ofOneScene
    guard let event else {
      lifecycle = newLifecycle
      return
    }
    if case .phaseChanged(let phase) = event, phase.isForeground {
      context?.records.requestEarlier()
    }
    for (number, input) in newLifecycle.inputs(since: lifecycle).enumerated() {
      record(input, mayBegin: number == 0)
    }
    lifecycle = newLifecycle
    states.removeAll { state in
      let record = state.input.featureRecord as? any NamedStateRecord
      return record?.holds(for: state.account, in: newLifecycle) == false
    }
    if [.screenshotTaken, .networkAvailable].contains(event) {
      record(TranscriptInput(event, newLifecycle))
    }
  }

  /// Records a callback of the system.
  public func receive(_ diagnostic: PushDiagnostic) {
    guard case .callback(let callback) = diagnostic, let now = context?.scheduler.now
    else { return }
    let isRecorded = isRecorded(callback, at: now.referenceTime)
    // A delivery date is written since the start of the recording.
    if callback.occurrence?.deliveredAt != nil { try? prepare() }
    let inputs = TranscriptInput.inputs(
      for: callback,
      since: header.start,
      isRedacted: redactor != nil
    )
    for input in inputs
    where !isRecorded || input.key != "push" {
      record(input)
    }
  }

  /// Whether the `push` record of a launch stands for this remote callback too, or the other way round.
  private func isRecorded(_ callback: PushCallback, at now: Duration) -> Bool {
    guard let payload = callback.occurrence?.payload else { return false }
    let isSame = latestPush.map { $0.payload == payload && now - $0.time <= .seconds(10) } ?? false
    if isSame { latestPush?.time = now }
    guard case .shown(_, let channel) = callback, channel != .present else { return false }
    guard isSame, latestPush?.channel != channel else {
      latestPush = (payload, channel, now)
      return false
    }
    latestPush = nil
    return true
  }
}

extension TranscriptRecorder: FeatureRecordObserver {
  /// Records what happened in the outside world of a feature, while the recorder is attached.
  ///
  /// A record that doesn't fit the format, such as a count below zero, is counted instead, and is the
  /// ``latestError``. A record of an earlier date is written at its own time; a recording that has not begun
  /// begins there.
  package func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    let input = TranscriptInput.feature(record, of: name)
    guard let scheduler = context?.scheduler else { return }
    guard let date else {
      guard attached != nil, name != nil else { return self.record(input) }
      // The header waits for what a host installs in the same turn. A state is written with the beginning.
      if earlier.isEmpty, states.isEmpty {
        scheduler.schedule(after: .zero) { [weak self] in self?.beginLate() }
      }
      record.isState ? keep(input) : earlier.append((scheduler.now, input))
      return
    }
    let age = min(max(0, scheduler.date.timeIntervalSince(date)), 7 * 86_400)
    let instant = scheduler.now - .seconds(age)
    guard let attached else { return self.record(input, at: instant) }
    if instant < attached.instant { self.attached = (instant, scheduler.date - age) }
    earlier.append((instant, input))
  }

  /// Reports a feature that the header of the recording lacks, as the ``latestError``.
  package func settingsChanged() {
    guard start != nil, let context else { return }
    let records = context.records
    let isComplete =
      redactor?.names.isSuperset(of: records.names) != false
      && redactor?.keys.isSuperset(of: records.payloadKeys) != false
      && makeHeader(in: context) == header
    if isComplete { return }
    latestError = TranscriptMistake(
      """
      A feature was attached after the first line of the recording, which lacks its pages, \
      configuration, categories and keys of payloads; install features before anything happens.
      """
    )
  }

  private func makeHeader(in context: PluginContext) -> Transcript {
    var header = Transcript()
    header.start = self.header.start
    for (setting, pages) in context.records.pages { header[setting] = pages }
    for configuration in context.records.configurations.values {
      do { try header.add(configuration, redactor) } catch { latestError = error }
    }
    return header
  }

  /// Records that the recording ends now.
  public func recordEnd() {
    record(.end)
  }
}

// MARK: - Lines

extension TranscriptRecorder {
  /// Records what happened, and keeps a state for the next recording.
  ///
  /// - Parameters:
  ///   - instant: The time of the record; now by default.
  ///   - mayBegin: Whether a full recording may end before it.
  private func record(
    _ input: TranscriptInput,
    at instant: ContinuousClock.Instant? = nil,
    mayBegin: Bool = true
  ) {
    guard context != nil else { return }
    do {
      if mayBegin { try prepare() }
      do {
        try put(input, at: instant)
      } catch  where output.isFull && !(error is TranscriptError) {
        // The content may be lost.
        latestError = error
        try begin()
        try put(input)
      }
    } catch {
      miss(error)
      if error is TranscriptError { return }
    }
    keep(input)
  }

  private func beginLate() {
    if attached != nil { do { try prepare() } catch { latestError = error } }
  }

  /// Keeps a state for the next recording.
  private func keep(_ input: TranscriptInput) {
    if let record = input.featureRecord, record.isState {
      let account = record.isOfShownAccount ? lifecycle.account : nil
      states.removeAll { $0.account == account && $0.input.stateID == input.stateID }
      states.append((input, account))
    }
  }

  /// Begins a recording if there is none, or if the present one is full and has more than its beginning.
  private func prepare() throws {
    guard start == nil || output.isFull && lineCount > firstLineCount else { return }
    if start == nil { context?.records.requestEarlier() }
    do {
      try begin()
    } catch  where start != nil {
      // The present recording goes on.
      latestError = error
    }
  }

  /// Begins a recording that can be played alone.
  ///
  /// The states of features come after the account, since they belong to it, and before the pages, which make
  /// features send requests.
  private func begin() throws {
    guard let context else { return }
    let moment = attached ?? (context.scheduler.now, context.scheduler.date)
    attached = nil
    if lineCount > 0 || output.isFull { try output.startOver() }
    start = nil
    lineCount = 0
    header = makeHeader(in: context)
    header.start = moment.date
    redactor?.names.formUnion(context.records.names)
    redactor?.keys.formUnion(context.records.payloadKeys)
    try write(header.headerLine)
    start = moment.instant
    let signedIn = lifecycle.ofAccounts
    let inputs =
      (context.push.deviceToken.map { [TranscriptInput.token($0)] } ?? [])
      + signedIn.inputs(since: LifecycleState())
      + states.filter { $0.account == nil || $0.account == lifecycle.account }.map(\.input)
      + lifecycle.inputs(since: signedIn)
    latest = .zero
    let known = inputs.map { (moment.instant, $0) }
    for (instant, input) in known + earlier.sorted(by: { $0.0 < $1.0 }) {
      do { try put(input, at: instant) } catch { miss(error) }
    }
    (earlier, firstLineCount) = ([], lineCount)
  }

  private func put(_ input: TranscriptInput, at instant: ContinuousClock.Instant? = nil) throws {
    guard let context, let start else { return }
    latest = max(latest, (instant ?? context.scheduler.now) - start)
    let record = TranscriptRecord(time: latest, input: input)
    let line = try record.line(redactor)
    // A line that can't be read is not written.
    _ = try TranscriptLine(number: lineCount + 1, bytes: Array(line.utf8)[...]).read("the record") {
      if let record = input.featureRecord { try kinds.add(type(of: record)) }
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

extension TranscriptInput {
  /// The feature whose record it is, and the state of it.
  fileprivate var stateID: [String?] {
    [key, featureName, (featureRecord as? any NamedStateRecord)?.stateName]
  }
}
