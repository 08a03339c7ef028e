import Foundation

/// [Apple](https://developer.apple.com/documentation/cryptokit/symmetrickey).
public struct SymmetricKey {
  /// [Apple](https://developer.apple.com/documentation/cryptokit/symmetrickey/init(data:)).
  public init<D: ContiguousBytes>(data: D) {}
}

/// [Apple](https://developer.apple.com/documentation/cryptokit/aes).
public enum AES {
  /// [Apple](https://developer.apple.com/documentation/cryptokit/aes/gcm).
  public enum GCM {
    /// [Apple](https://developer.apple.com/documentation/cryptokit/aes/gcm/sealedbox).
    public struct SealedBox {
      /// [Apple](https://developer.apple.com/documentation/cryptokit/aes/gcm/sealedbox/init(combined:)).
      public init<D: DataProtocol>(combined: D) throws {}
    }

    /// [Apple](https://developer.apple.com/documentation/cryptokit/aes/gcm/open(_:using:)).
    public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
      throw CancellationError()
    }
  }
}
