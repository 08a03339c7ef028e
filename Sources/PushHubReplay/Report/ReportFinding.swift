import PushHub

extension Report {
  /// An outage that may not be over.
  private struct Outage {
    /// Its place among the outages.
    let place: Int

    /// The names of its marks, of which one without a problem ends it.
    var names: Set<String> = []
    var hasEvents = false
  }

  /// The problems of each feature until something succeeds.
  ///
  /// That is work that ends without a problem, or an event of a name that had been a problem. A record ends an
  /// outage of records alone.
  ///
  /// A problem of pushes and tokens is an outage for each kind. A problem that caused another one
  /// belongs to the same outage.
  ///
  /// - Returns: The marks of each outage in order, and the latest problem of each that lasts until the end.
  /// - Complexity: O(*n* log *n*) in the number of marks.
  var outages: (all: [[Int]], lasting: [Int]) {
    let failedWork = Set(marks.filter(\.style.isProblem).compactMap(\.cause))
    let goodWork = marks.indices.filter { marks[$0].isWork && !failedWork.contains($0) }
    let endsOfWork = Dictionary(grouping: goodWork) { marks[$0].endPlace }
    var found: [[Int]] = []
    var ongoing: [MarkName: Outage] = [:]
    var places: [Int: Int] = [:]
    for (index, mark) in marks.enumerated() {
      for work in endsOfWork[index] ?? [] {
        ongoing[MarkName(lane: marks[work].lane, name: "")] = nil
      }
      let names = [mark.kind] + mark.style.names
      let isOwn = mark.lane < Lane.own.count
      let key = MarkName(lane: mark.lane, name: isOwn ? names[names.count - 1] : "")
      guard mark.style.isProblem else {
        if let outage = ongoing[key], !outage.names.isDisjoint(with: names),
          isOwn || mark.source != nil || !outage.hasEvents
        {
          ongoing[key] = nil
        }
        continue
      }
      let place = mark.cause.flatMap { places[$0] } ?? ongoing[key]?.place ?? found.count
      if place == found.count { found.append([]) }
      found[place].append(index)
      places[index] = place
      ongoing[key, default: Outage(place: place)].names.formUnion(names)
      if mark.source != nil { ongoing[key]?.hasEvents = true }
    }
    let lasting = Set(ongoing.values.map(\.place)).compactMap { found[$0].last }
    return (found, lasting.sorted())
  }

  /// The marks of pushes and responses without effect, and of inputs that features refused, for each reason.
  var withoutEffect: [[Int]] {
    let silent = marks.indices.compactMap { index -> (mark: Int, why: String)? in
      let mark = marks[index]
      if mark.style.isRefusal { return (index, mark.message) }
      guard mark.source == .hub, !mark.style.isProblem,
        mark.kind == "opened" || !mark.affected.isEmpty
      else { return nil }
      return mark.why.map { (index, $0) }
    }
    // The reason without its figures, so that the same one is found again.
    return Dictionary(grouping: silent) { silence in
      [lanes[marks[silence.mark].lane].id, silence.why.filter { !$0.isNumber }]
    }
    .values.sorted { $0[0].mark < $1[0].mark }
    .map { $0.map(\.mark) }
  }
}
