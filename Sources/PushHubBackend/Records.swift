public import PushHub

extension [any FeatureRecord.Type] {
  /// The kinds of record that the features of this module bring to transcripts.
  public static let backend: Self = [
    RegistrationAnswer.self, DeviceChange.self, ReceiptsAnswer.self, LiveActivityReport.self,
  ]
}
