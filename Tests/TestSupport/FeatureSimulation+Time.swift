import PushHubTesting

extension FeatureSimulation {
  /// Lets seconds pass, with each deadline on the way.
  mutating func pass(_ seconds: Double) { advance(by: .seconds(seconds)) }
}
