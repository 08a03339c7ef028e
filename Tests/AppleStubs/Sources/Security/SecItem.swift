// `FileManager` has the folders of app groups with these stubs, where Apple's Foundation has them.
@_exported import UserNotifications

/// Apple's are classes of Core Foundation, to which Swift's own types are bridged.
public typealias CFString = String
public typealias CFDictionary = [CFString: Any]
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

/// [Apple](https://developer.apple.com/documentation/security/errsecsuccess).
public var errSecSuccess: OSStatus { 0 }

/// [Apple](https://developer.apple.com/documentation/security/errsecitemnotfound).
public var errSecItemNotFound: OSStatus { -25_300 }

/// [Apple](https://developer.apple.com/documentation/security/item-class-keys-and-values).
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"

/// [Apple](https://developer.apple.com/documentation/security/item-attribute-keys-and-values).
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrService: CFString = "svce"
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// [Apple](https://developer.apple.com/documentation/security/search-attribute-keys-and-values).
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// [Apple](https://developer.apple.com/documentation/security/item-return-result-keys).
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecReturnData: CFString = "r_Data"
public let kSecValueData: CFString = "v_Data"

/// [Apple](https://developer.apple.com/documentation/security/secitemadd(_:_:)).
public func SecItemAdd(
  _ attributes: CFDictionary,
  _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { errSecSuccess }

/// [Apple](https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)).
public func SecItemCopyMatching(
  _ query: CFDictionary,
  _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus { errSecItemNotFound }

/// [Apple](https://developer.apple.com/documentation/security/secitemdelete(_:)).
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { errSecItemNotFound }
