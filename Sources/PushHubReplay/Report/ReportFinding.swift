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
  var findings: [ReportFinding] { outages.all + unheeded }

  /// Problems of one kind in one lane, until something there went well.
  ///
  /// That is, until work ended without a problem, or was given up; or what went wrong before came about
  /// after all. A problem that came of another one is a part of its outage.
  ///
  /// - Returns: All of them, and the latest problem of each that lasts until the end.
  var outages: (all: [ReportFinding], lasting: [Int]) {
    let failedWork = Set(marks.filter(\.look.isProblem).compactMap(\.cause))
    let goodWork = marks.indices.filter { marks[$0].isWork && !failedWork.contains($0) }
    let endsOfWork = Dictionary(grouping: goodWork) { marks[$0].endPlace }
    var found: [ReportFinding] = []
    // By lane and kind.
    var ongoing: [Int: [String: Int]] = [:]
    var places: [Int: Int] = [:]
    for (index, mark) in marks.enumerated() {
      for work in endsOfWork[index] ?? [] {
        ongoing[marks[work].lane] = nil
      }
      guard mark.look.isProblem else {
        for over in [index, mark.recoversFrom].compactMap(\.self) {
          ongoing[marks[over].lane]?[marks[over].kind] = nil
        }
        continue
      }
      let place =
        mark.cause.flatMap { places[$0] } ?? ongoing[mark.lane]?[mark.kind] ?? found.count
      if place == found.count {
        found.append(ReportFinding(sort: .problem, marks: []))
      }
      found[place].marks.append(index)
      places[index] = place
      ongoing[mark.lane, default: [:]][mark.kind] = place
    }
    let lasting = Set(ongoing.values.flatMap(\.values)).compactMap { found[$0].marks.last }
    return (found, lasting.sorted())
  }

  /// What a feature might have heard of, or the user did, without anything coming of it.
  private var unheeded: [ReportFinding] {
    let silent = marks.indices.compactMap { index -> (mark: Int, why: String)? in
      let mark = marks[index]
      guard !mark.look.isProblem, !mark.isWork, mark.isHub("opened") || !mark.concerned.isEmpty
      else { return nil }
      return mark.why.map { (index, $0) }
    }
    // The reason without its figures, so that the same one is found again.
    return Dictionary(grouping: silent) { silence in
      [lanes[marks[silence.mark].lane].id, silence.why.filter { !$0.isNumber }]
    }
    .values.sorted { $0[0].mark < $1[0].mark }
    .map { ReportFinding(sort: .nothing, marks: $0.map(\.mark)) }
  }
}
