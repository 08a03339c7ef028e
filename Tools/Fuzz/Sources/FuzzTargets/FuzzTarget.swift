/// Something that reads bytes from outside, with what must hold for any of them.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case payload, dictionary, transcript, events, dates, template, redaction, file

  /// How it is checked.
  public enum Check {
    /// At once.
    case plain(([UInt8]) throws -> Void)

    /// On the main actor, with what waits for it.
    case played(@MainActor ([UInt8]) async throws -> Void)
  }

  /// What must hold.
  public var check: Check {
    switch self {
    case .payload: .plain(PayloadTarget.check)
    case .dictionary: .plain(DictionaryTarget.check)
    case .transcript: .played(TranscriptTarget.check)
    case .events: .plain(EventsTarget.check)
    case .dates: .plain(DatesTarget.check)
    case .template: .plain(TemplateTarget.check)
    case .redaction: .plain(RedactionTarget.check)
    case .file: .played(FileTarget.check)
    }
  }

  /// Checks one input.
  ///
  /// - Throws: ``BrokenProperty``.
  @MainActor
  public func check(_ bytes: [UInt8]) async throws {
    switch check {
    case .plain(let check): try check(bytes)
    case .played(let check): try await check(bytes)
    }
  }
}
