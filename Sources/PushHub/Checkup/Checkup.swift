/// Why no push comes: what was found on the way from the push service to the features.
///
/// `AppHub` makes one, and shows it in words:
///
/// ```swift
/// print(await hub.checkup())
/// ```
///
/// It holds no token, payload or account. What others have said, such as the server, is in
/// ``Finding/quote``, which a redacted recording hashes.
public struct Checkup: FeatureRecord {
  /// One thing that was looked at.
  public struct Finding: Codable, Hashable, Sendable {
    /// What it is about, such as `registration` or `delegate`.
    public let subject: String

    /// What to think of it.
    public let verdict: Verdict

    /// What was seen.
    public let seen: String

    /// What that means; empty if all is well.
    public let meaning: String

    /// What to do about it; empty if there is nothing to do.
    public let advice: String

    /// What somebody else said about it, such as the system or the server, in their words.
    public let quote: Private<String>?

    /// Describes what was found, in a sentence each.
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

  /// What to think of a finding.
  public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// All is well.
    case fine

    /// It may be meant, and is worth a look.
    case suspect

    /// No push comes, or less of it, as long as it is so.
    case broken

    /// It can't be told from here.
    case unknown
  }

  /// The key in a transcript.
  public static let key = "checkup"

  /// The latest one holds until the next.
  public var isState: Bool { true }

  /// What was found, in the order in which a push passes it.
  public let findings: [Finding]

  /// Puts findings together.
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
    return "\(verdict.rawValue) \(subject): \(sentences.joined(separator: " "))"
  }
}

/// A feature that knows something of why no push comes, such as what the server said.
///
/// A plugin that conforms is asked whenever a checkup is made.
@MainActor
public protocol CheckupContributor: PushPlugin {
  /// What the feature has to say.
  ///
  /// - Parameter environment: Of which of Apple's environments the app's tokens are, `development` or
  ///   `production`; `nil` where that can't be told.
  func findings(inEnvironment environment: String?) -> [Checkup.Finding]
}
