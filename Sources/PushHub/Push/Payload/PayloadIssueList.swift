/// Issues as they are found: one for each path, and no more than a payload may cost memory.
struct PayloadIssueList {
  /// As many issues as are listed; the rest is counted.
  static let limit = 100

  private var issues: [PayloadIssue] = []
  private(set) var omitted = 0

  /// All issues, with one at the end that counts those left out.
  var all: [PayloadIssue] {
    guard omitted > 0 else { return issues }
    let description = "The payload has \(omitted) more issues, which are not listed."
    return issues + [PayloadIssue(.moreIssues, at: "", description)]
  }

  mutating func append(_ issue: PayloadIssue) {
    if issues.count >= Self.limit {
      omitted += 1
    } else if !issues.contains(where: { $0.path == issue.path }) {
      issues.append(issue)
    }
  }

  mutating func omit(_ count: Int) {
    omitted += count
  }
}
