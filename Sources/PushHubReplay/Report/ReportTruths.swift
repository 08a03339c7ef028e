import PushHub

/// What was true of the app, or of a feature, from when to when, and what had led there.
struct ReportTruths: Equatable {
  /// Of whom: `app`, or the name of the feature.
  let subject: String

  /// In the order in which it began.
  let spans: [Span]

  /// Why nothing had led there.
  let silences: [Silence]
}

extension ReportTruths {
  /// Something that was true for a while.
  struct Span {
    let fact: any FeatureFact

    /// Its place among what was true with it at the end of the instant at which it began, as far as
    /// that is true for longer.
    let place: Int

    /// When it became true; `nil` for what was so from the start.
    let since: Duration?

    /// Until when; `nil` for what is so at the end.
    let until: Duration?

    /// The marks that led there when it became true.
    let roots: [Int]

    /// How many marks there were, if a timer made it true without a word.
    let silentPlace: Int?

    /// What else had led there, the latest last.
    let origins: [Origins]
  }

  /// The marks that had led there from an instant on.
  struct Origins: Equatable {
    let from: Duration
    let marks: [Int]
  }

  /// Words that hold until the next ones do.
  struct Silence: Equatable {
    let from: Duration
    let words: String
  }
}

extension ReportTruths.Span: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.fact.equals(rhs.fact) && lhs.place == rhs.place && lhs.since == rhs.since
      && lhs.until == rhs.until && lhs.roots == rhs.roots && lhs.silentPlace == rhs.silentPlace
      && lhs.origins == rhs.origins
  }
}
