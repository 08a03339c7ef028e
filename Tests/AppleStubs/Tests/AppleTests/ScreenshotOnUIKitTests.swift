import Testing
import UIKit

/// One after the other, since animations and announcements are noted for the whole process.
@Suite(.serialized)
struct ScreenshotOnUIKitTests {}
