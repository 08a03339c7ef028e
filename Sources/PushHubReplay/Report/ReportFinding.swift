import PushHub

/// Something that a reader of a report wants to know first.
struct ReportFinding {
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
  /// - Complexity: O(*n* log *n*) in the number of marks.
  var findings: [ReportFinding] { outages + unheeded }

  /// What can go wrong and go well again.
  private struct Kind: Hashable {
    let lane: Int
    let kind: String

    init(of mark: ReportMark) {
      lane = mark.lane
      kind = mark.kind
    }
  }

  /// Problems of one kind in one lane, until something there went well.
  ///
  /// That is, until work ended without a problem, or was given up; or what went wrong before came about
  /// after all. A problem that came of another one is a part of its outage.
  var outages: [ReportFinding] {
    let failedWork = Set(marks.filter(\.look.isProblem).compactMap(\.cause))
    let goodWork = marks.indices.filter { marks[$0].isWork && !failedWork.contains($0) }
    let endsOfWork = Dictionary(grouping: goodWork) { marks[$0].endPlace }
    var found: [ReportFinding] = []
    var ongoing: [Kind: Int] = [:]
    var places: [Int: Int] = [:]
    for (index, mark) in marks.enumerated() {
      for work in endsOfWork[index] ?? [] {
        ongoing = ongoing.filter { $0.key.lane != marks[work].lane }
      }
      guard mark.look.isProblem else {
        ongoing[Kind(of: mark)] = nil
        if let problem = mark.recoversFrom { ongoing[Kind(of: marks[problem])] = nil }
        continue
      }
      let place = mark.cause.flatMap { places[$0] } ?? ongoing[Kind(of: mark)] ?? found.count
      if place == found.count {
        found.append(ReportFinding(sort: .problem, marks: []))
      }
      found[place].marks.append(index)
      places[index] = place
      ongoing[Kind(of: mark)] = place
    }
    return found
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
      let place = places[silence] ?? found.count
      if place == found.count {
        found.append(ReportFinding(sort: .nothing, marks: []))
        places[silence] = place
      }
      found[place].marks.append(index)
    }
    return found
  }

  private struct Silence: Hashable {
    let lane: Int

    /// The reason without its figures, so that the same one is found again.
    let why: String
  }
}

extension ReportMark {
  /// Whether the user expects something of it.
  fileprivate var isAnswer: Bool { speaker == .hub && kind == "opened" }
}
