/// How the demo ends; the numbers are those of `sysexits.h`.
enum ExitCode: Int32 {
  case success = 0

  /// The arguments make no sense.
  case wrongUsage = 64

  /// An input is not what it should be.
  case badInput = 65

  /// An input is not there, or can't be read.
  case missingInput = 66

  /// Nobody listens where somebody should, or somebody does where nobody should.
  case unavailable = 69
}
