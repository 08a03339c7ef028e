#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell).
@MainActor
open class UITableViewCell: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/cellstyle).
  public enum CellStyle: Int, Sendable {
    case `default`
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/reuseidentifier).
  public let reuseIdentifier: String?

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/contentview).
  public let contentView = UIView()

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/init(style:reuseidentifier:)).
  ///
  /// The real one need not be required: a table finds it through Objective-C.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/init(coder:)).
  public required init?(coder: NSCoder) {
    nil
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitableviewcell/prepareforreuse()).
  open func prepareForReuse() {}
}
#endif
