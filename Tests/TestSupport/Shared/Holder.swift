/// A variable that closures can share.
@MainActor
final class Holder<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
