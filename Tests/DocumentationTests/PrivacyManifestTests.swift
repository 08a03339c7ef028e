import Foundation
import Testing

/// The targets of an app declare the APIs that Apple wants reasons for, and no others.
///
/// Apple's list is at
/// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api.
struct PrivacyManifestTests {
  private struct Category {
    let name: String
    /// The declarations in Apple's list, and those of this platform that read the same.
    let use: String
    /// The reasons that suit a package which an app contains.
    let reasons: Set<String>
  }

  private static let categories = [
    Category(
      name: "UserDefaults",
      use: "NSUserDefaults|UserDefaults|AppStorage",
      reasons: ["CA92.1", "1C8F.1", "C56D.1"]
    ),
    Category(
      name: "FileTimestamp",
      use: "creationDate|modificationDate(?!\\(of)|fileModificationDate|contentModificationDateKey"
        + "|creationDateKey|f?getattrlist|getattrlistbulk|getattrlistat|f?stat|fstatat|lstat",
      reasons: ["C617.1", "3B52.1", "0A2A.1"]
    ),
    Category(
      name: "SystemBootTime",
      use: "systemUptime|mach_absolute_time|uptimeNanoseconds",
      reasons: ["35F9.1", "8FFB.1", "3D61.1"]
    ),
    Category(
      name: "DiskSpace",
      use: "volume(Available|Total)Capacity\\w*|systemFreeSize|systemSize|f?statv?fs"
        + "|attributesOfFileSystem",
      reasons: ["E174.1", "85F4.1", "7D9E.1", "B728.1"]
    ),
    Category(name: "ActiveKeyboards", use: "activeInputModes", reasons: ["3EC4.1", "54BD.1"]),
  ]

  private static let targets = [
    "PushHub", "PushHubDebug", "PushHubRecorder", "PushHubObservers",
    "PushHubNetworking", "PushHubBackend", "PushHubAlerts",
  ]

  @Test(arguments: targets)
  func `a target declares what it uses, with a reason of Apple's list`(target: String) throws {
    let declared = try declaredReasons(of: target)
    let code = try code(of: target)
    for category in Self.categories {
      let use = try Regex("\\b(\(category.use))\\b").wordBoundaryKind(.simple)
      let reasons = declared["NSPrivacyAccessedAPICategory\(category.name)"]
      #expect((reasons != nil) == code.contains(use), "\(category.name)")
      #expect(category.reasons.isSuperset(of: reasons ?? []), "\(category.name)")
      #expect(reasons?.isEmpty != true, "\(category.name)")
    }
  }

  @Test func `a manifest declares no tracking and no data, and is a resource`() throws {
    let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let manifests = try Self.targets.compactMap(manifest)
    for manifest in manifests {
      #expect(manifest["NSPrivacyTracking"] as? Bool == false)
      #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
      #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    }
    let resources = package.ranges(of: #".copy("PrivacyInfo.xcprivacy")"#)
    #expect(resources.count == manifests.count)
  }

  private let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func manifest(of target: String) throws -> [String: Any]? {
    let url = root.appending(path: "Sources/\(target)/PrivacyInfo.xcprivacy")
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  }

  private func declaredReasons(of target: String) throws -> [String: [String]] {
    let types = try manifest(of: target)?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
    return try types.reduce(into: [:]) { reasons, type in
      let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
      reasons[category] = type["NSPrivacyAccessedAPITypeReasons"] as? [String]
    }
  }

  /// The lines that are no comments; targets in folders of their own are left out.
  private func code(of target: String) throws -> String {
    let folder = root.appending(path: "Sources/\(target)")
    let inner = Self.targets.filter { $0.hasPrefix("\(target)/") }
      .map { root.appending(path: "Sources/\($0)").path }
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    ).compactMap { $0 as? URL }
    return try files.filter { file in
      file.pathExtension == "swift" && !inner.contains { file.path.hasPrefix("\($0)/") }
    }
    .map { try String(contentsOf: $0, encoding: .utf8) }
    .joined(separator: "\n")
    .split(separator: "\n")
    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    .joined(separator: "\n")
  }
}
