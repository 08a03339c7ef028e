extension Duration {
  /// The longest duration, whose seconds don't fit into its `components`.
  static let longest =
    .seconds(1_701_411_834_604_692_317) * 100
    + Duration(secondsComponent: 31, attosecondsComponent: 687_303_715_884_105_727)

  /// The shortest duration, which is negative.
  static let shortest =
    .zero - longest - Duration(secondsComponent: 0, attosecondsComponent: 1)
}
