/// Compares the list with its model over one sequence of operations.
@MainActor
enum ListComparison {
  /// What is different, or `nil` if nothing is.
  ///
  /// A death may be reported earlier than necessary, by a sweep or by a new object at the same
  /// address, so it is compared by its content and by the delivery that must have brought it out.
  static func difference(
    _ operations: [ListOperation],
    slots: Int,
    model: ListModel
  ) -> String? {
    let world = ListWorld(operations, slots: slots)
    world.run()
    if world.traces != model.traces {
      return "the list did \(world.traces), the model \(model.traces)"
    }
    if world.deaths.count != model.deaths.count || Set(world.deaths) != model.deaths {
      return "the list reported \(world.deaths), the model \(model.deaths)"
    }
    for (delivery, overdue) in model.overdue
    where !overdue.allSatisfy({ world.reported[$0, default: .max] <= delivery }) {
      return "deaths of \(overdue) are due by delivery \(delivery), reported: \(world.reported)"
    }
    return nil
  }
}
