/// What was promised, and whether it was kept.
@MainActor
final class Verdicts {
  /// What a promise is about.
  enum Kind {
    /// Counted: the same in every run, so a broken promise fails any run.
    case counted
    /// Timed: a broken promise fails a full run only.
    case timed
  }

  private struct Verdict {
    let promise: String
    let found: String
    let isKept: Bool
    let kind: Kind
  }

  private var verdicts: [Verdict] = []

  func expect(_ isKept: Bool, _ promise: String, found: String, _ kind: Kind) {
    verdicts.append(Verdict(promise: promise, found: found, isKept: isKept, kind: kind))
  }

  func expect(_ value: Double, atMost limit: Double, _ promise: String, decimals: Int = 2) {
    expect(
      value <= limit,
      "\(promise): at most \(limit)",
      found: value.text(decimals),
      .timed
    )
  }

  func print() {
    Swift.print("\n### Promises\n")
    for verdict in verdicts {
      Swift.print("- \(verdict.isKept ? "kept" : "BROKEN"): \(verdict.promise); \(verdict.found)")
    }
  }

  func areKept(includingTimed: Bool) -> Bool {
    verdicts.allSatisfy { $0.isKept || ($0.kind == .timed && !includingTimed) }
  }
}
