/// Lets observers of something observable receive a change.
@MainActor
func turns() async {
  for _ in 0..<20 { await Task.yield() }
}
