import PushHub

/// Something that a reader of a report wants to know first.
struct ReportFinding: Equatable {
  enum Sort: String {
    /// It went wrong, or is strange.
    case problem

    /// It might have brought a feature to do something, and did not.
    case nothing
  }

  let sort: Sort

  /// The marks, in order.
  var marks: [Int]
}

extension Report {
  /// What went wrong, an outage at a time, and below it what nothing came of, a reason at a time.
  ///
  /// Problems of one kind in one lane are one outage, until something there went well: work ended
  /// without a problem, or was given up; or what went wrong before came about after all. A problem that
  /// came of another one is a part of it.
  ///
  /// - Parameters:
  ///   - recoveries: Marks, with the problem that each of them says is over.
  ///   - ends: For work that ended, how many marks there were then.
  /// - Complexity: O(*n* log *n*) in the number of marks.
  func findings(recoveries: [Int: Int], ends: [Int: Int]) -> [ReportFinding] {
    var outages = Outages(failedWork: Set(marks.filter(\.look.isProblem).compactMap(\.cause)))
    let ends = ends.filter { marks[$0.key].isWork }.sorted {
      ($0.value, $0.key) < ($1.value, $1.key)
    }
    var nextEnd = 0
    for index in marks.indices {
      while nextEnd < ends.count, ends[nextEnd].value <= index {
        outages.workEnded(ends[nextEnd].key, in: marks[ends[nextEnd].key].lane)
        nextEnd += 1
      }
      outages.take(marks[index], at: index)
      if let problem = recoveries[index] {
        outages.end(ofKindOf: marks[problem])
      }
    }
    return outages.found + unheeded
  }

  /// What a feature might have heard of, or the user did, without anything coming of it.
  private var unheeded: [ReportFinding] {
    var found: [ReportFinding] = []
    var places: [Silence: Int] = [:]
    for (index, mark) in marks.enumerated() {
      guard let why = mark.why, !mark.look.isProblem, !mark.isWork,
        mark.isAnswer || !mark.concerned.isEmpty
      else { continue }
      let silence = Silence(lane: mark.lane, why: why.filter { !$0.isNumber })
      if let place = places[silence] {
        found[place].marks.append(index)
      } else {
        places[silence] = found.count
        found.append(ReportFinding(sort: .nothing, marks: [index]))
      }
    }
    return found
  }

  private struct Silence: Hashable {
    let lane: LaneID

    /// The reason without its figures, so that the same one is found again.
    let why: String
  }
}

extension ReportMark {
  /// Whether the user expects something of it.
  fileprivate var isAnswer: Bool { speaker == .hub && kind == "opened" }
}

/// Puts problems together that are one outage.
private struct Outages {
  private struct Kind: Hashable {
    let lane: LaneID
    let kind: String
  }

  private(set) var found: [ReportFinding] = []

  /// The outage that goes on, of each kind.
  private var ongoing: [Kind: Int] = [:]

  /// The outage that each problem belongs to.
  private var places: [Int: Int] = [:]

  /// The work that a problem came of.
  private let failedWork: Set<Int>

  init(failedWork: Set<Int>) {
    self.failedWork = failedWork
  }

  mutating func take(_ mark: ReportMark, at index: Int) {
    let kind = Kind(lane: mark.lane, kind: mark.kind)
    guard mark.look.isProblem else {
      ongoing[kind] = nil
      return
    }
    let place = mark.cause.flatMap { places[$0] } ?? ongoing[kind] ?? found.count
    if place == found.count {
      found.append(ReportFinding(sort: .problem, marks: []))
    }
    found[place].marks.append(index)
    places[index] = place
    ongoing[kind] = place
  }

  mutating func workEnded(_ work: Int, in lane: LaneID) {
    guard !failedWork.contains(work) else { return }
    ongoing = ongoing.filter { $0.key.lane != lane }
  }

  mutating func end(ofKindOf mark: ReportMark) {
    ongoing[Kind(lane: mark.lane, kind: mark.kind)] = nil
  }
}
