package import PushHub

extension [any FeatureRecord.Type] {
  /// The kinds of record that the features of this module bring to transcripts.
  package static let backend: [any FeatureRecord.Type] = [
    KernelRecord<RegistrationCore>.self, KernelRecord<PushReceiptsCore>.self,
    LiveActivityReport.self,
  ]
}
