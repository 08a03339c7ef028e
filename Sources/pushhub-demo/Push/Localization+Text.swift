import PushHub

extension APS.Localization {
  /// The key with what is put into its text, since the text itself is in the app: `INVITED(Mira)`.
  var call: String { "\(key)(\(arguments.joined(separator: ", ")))" }
}
