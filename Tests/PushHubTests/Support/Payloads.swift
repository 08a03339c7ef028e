import Foundation
import PushHub

/// The payload of a JSON text.
func payload(_ json: String) throws -> PushPayload {
  try PushPayload(json: json.utf8)
}

/// The error of a text that is no payload, or nil if it is one.
func payloadError(_ json: String) -> PayloadError? {
  payloadError(Array(json.utf8))
}

/// The error of bytes that are no payload, or nil if they are one.
func payloadError(_ bytes: [UInt8]) -> PayloadError? {
  do {
    _ = try PushPayload(json: bytes)
    return nil
  } catch {
    return error
  }
}

extension PushPayload {
  /// The issues as code and path, for short expectations.
  var shortIssues: [String] { issues.map { "\($0.code) \($0.path)" } }
}

/// Payloads as each sender makes them.
enum Fixture {
  static let fcm = #"""
    {"aps":{"alert":{"title":"Parcel","body":"At 18:45"},"badge":3,"mutable-content":1},
    "gcm.message_id":"0:1566917231%abc","google.c.a.e":"1","google.c.sender.id":"123",
    "fcm_options":{"image":"https://example.com/a.png"},"order_id":"42","google.maps":"kept"}
    """#
  static let umeng = #"""
    {"aps":{"alert":"Sale"},"d":"us11522150108324571311","p":0,"page":"sale"}
    """#
  static let jpush = #"""
    {"aps":{"alert":"Hello","badge":1,"sound":"default"},"_j_business":1,"_j_uid":31254343846,
    "_j_msgid":9007199254740993,"room":"lobby"}
    """#
  static let oneSignal = #"""
    {"aps":{"alert":"Hello"},"custom":{"i":"a0b1-c2","a":{"deal":7},"u":"https://example.com"}}
    """#
  static let oneSignalData = #"""
    {"aps":{"alert":"Hello"},"os_data":{"i":"a0b1-c2","u":"https://example.com"},"deal":7}
    """#
  static let airship = #"""
    {"aps":{"alert":"Match on"},"_":"e68c9ab6","com.urbanairship.metadata":"eyJ2Ijox",
    "^d":"match://7","match":7}
    """#
  static let customerIO = #"""
    {"aps":{"alert":"Welcome"},"CIO":{"push":{"link":"app://home"}},"CIO-Delivery-ID":"RPILAgU",
    "CIO-Delivery-Token":"abc","step":2}
    """#
  static let braze = #"""
    {"aps":{"alert":"Deal"},"ab":{"c":"campaign"},"ab_uri":"app://deal","ab_test":"B"}
    """#
  static let plain = #"{"aps":{"alert":"Hi"},"d":"a word","x":1}"#

  static let all = [
    fcm, umeng, jpush, oneSignal, oneSignalData, airship, customerIO, braze, plain,
  ]

  /// A payload with every kind of token, escape and nesting, for mutations.
  static let varied = #"""
    {"aps":{"alert":{"title":"Grüße \uD83D\uDE00","loc-args":["a","b"]},"badge":1,"sound":
    {"critical":1,"name":"x","volume":0.5}},"n":[null,true,false,-1.5e+3,{}],"e\u00e9":"\n\"\\"}
    """#
}

/// A payload with a message id of Firebase's.
func message(_ id: String) throws -> PushPayload {
  try payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"\#(id)"}"#)
}

/// A payload without any id.
func anonymous(_ text: String = "Hi") throws -> PushPayload {
  try payload(#"{"aps":{"alert":"\#(text)"}}"#)
}
