#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicollectionreusableview).
@MainActor
open class UICollectionReusableView: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionreusableview/reuseidentifier).
  public let reuseIdentifier: String?

  /// The real collection makes its cells through Objective-C, by `init(frame:)`.
  public required init(stubIdentifier identifier: String) {
    reuseIdentifier = identifier
    super.init(frame: .zero)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionreusableview/init(coder:)).
  public required init?(coder: NSCoder) {
    nil
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionreusableview/prepareforreuse()).
  open func prepareForReuse() {}
}

/// [Apple](https://developer.apple.com/documentation/uikit/uicollectionviewcell).
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicollectionviewcell/contentview).
  public let contentView = UIView()
}
#endif
