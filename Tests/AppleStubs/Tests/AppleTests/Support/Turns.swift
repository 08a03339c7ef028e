/// Lets those who follow something observable hear of a change.
@MainActor
func turns() async {
  for _ in 0..<20 { await Task.yield() }
}
