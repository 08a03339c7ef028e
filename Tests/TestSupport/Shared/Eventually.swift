/// Waits for what another thread does a moment later, and says whether it has come.
///
/// A number of turns would be too few whenever the threads are busy with other tests. The limit is for
/// what never comes.
@MainActor
func eventually(_ hasCome: () -> Bool) async -> Bool {
  let limit = ContinuousClock.now + .seconds(300)
  while !hasCome() {
    guard ContinuousClock.now < limit else { return false }
    await Task.yield()
  }
  return true
}
