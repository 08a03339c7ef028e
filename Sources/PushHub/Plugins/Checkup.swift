/// Findings on why no push comes, from the push service to the features.
///
/// `AppHub` creates one:
///
/// ```swift
/// print(await hub.checkup())
/// ```
///
/// It contains no token, payload or account. Messages of others, such as the server, are in
/// ``Finding/quote``, which a redacted recording hashes.
public struct Checkup: FeatureRecord {
  /// The result of one check.
  public struct Finding: Codable, Hashable, Sendable {
    /// The subject, such as `registration` or `delegate`.
    public let subject: String

    /// The verdict.
    public let verdict: Verdict

    /// The observation.
    public let seen: String

    /// The meaning of the observation; empty if all is well.
    public let meaning: String

    /// The advice; empty if there is nothing to do.
    public let advice: String

    /// A message of the system or the server about it, as it came.
    public let quote: Private<String>?

    /// Creates a finding.
    ///
    /// Each text is a sentence.
    public init(
      _ subject: String,
      _ verdict: Verdict,
      _ seen: String,
      meaning: String = "",
      advice: String = "",
      quote: String? = nil
    ) {
      self.subject = subject
      self.verdict = verdict
      self.seen = seen
      self.meaning = meaning
      self.advice = advice
      self.quote = quote.map { Private($0) }
    }
  }

  /// The verdict of a finding.
  public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// All is well.
    case fine

    /// It may be intended, and should be checked.
    case suspect

    /// Pushes don't arrive, or have less effect, until it is repaired.
    case broken

    /// The app can't find out.
    case unknown
  }

  /// The key in a transcript.
  public static let key = "checkup"

  /// The latest one holds until the next.
  public var isState: Bool { true }

  /// The findings, in the order of a push's way through the app.
  public let findings: [Finding]

  /// Creates a checkup from findings.
  public init(findings: [Finding]) {
    self.findings = findings
  }
}

extension Checkup: CustomStringConvertible {
  /// A line for each finding, with its sentences.
  public var description: String { findings.map(\.description).joined(separator: "\n") }
}

extension Checkup.Finding: CustomStringConvertible {
  /// The verdict, the subject, and the sentences.
  public var description: String {
    let quote = quote.map { "\"\($0.wrappedValue)\"" }
    let sentences = [seen, quote, meaning, advice].compactMap { $0 }.filter { !$0.isEmpty }
    return printable("\(verdict.rawValue) \(subject): \(sentences.joined(separator: " "))")
  }
}
