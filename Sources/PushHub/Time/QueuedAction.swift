/// What a scheduler runs when its time has come.
///
/// A closure that is a generic argument itself costs a further allocation each time it is handed on.
struct QueuedAction {
  let run: @MainActor () -> Void
}
