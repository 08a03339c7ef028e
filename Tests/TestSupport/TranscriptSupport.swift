import Foundation
import PushHub
import PushHubScripts

@testable import PushHubRecorder

/// The transcript of a text.
func transcript(_ text: String) throws -> Transcript {
  try transcript(Data(text.utf8))
}

func transcript(_ bytes: Data) throws(TranscriptError) -> Transcript {
  try Transcript(bytes, vocabulary: ReadyMadeScripts.records)
}

/// What a record says that stands alone below the header.
func input(_ line: String) throws -> TranscriptInput? {
  try transcript("{\"transcript\":1}\n" + line).records.first?.input
}

/// The time of a record, in seconds as a JSON number.
func time(_ number: String) throws -> Duration? {
  try transcript("{\"transcript\":1}\n{\"t\":\(number),\"end\":{}}").records.first?.time
}

/// What is wrong with a text, or nil if it is a transcript.
func transcriptError(_ text: String) -> TranscriptError? {
  transcriptError(Data(text.utf8))
}

/// What is wrong with a file, or nil if it is a transcript.
func transcriptError(_ bytes: Data) -> TranscriptError? {
  do {
    _ = try transcript(bytes)
    return nil
  } catch {
    return error
  }
}

/// What is wrong with a record that stands alone below the header.
func mistake(_ line: String) -> String? {
  transcriptError("{\"transcript\":1}\n" + line)?.message
}

/// The seconds since 1970 of a header's start, or nil if it is refused.
func start(_ text: String) -> Double? {
  try? transcript("{\"transcript\":1,\"start\":\"\(text)\"}").start.timeIntervalSince1970
}

/// What a redacted recording has of a record.
func redacted<Record: FeatureRecord>(
  _ record: Record,
  by redactor: TranscriptRedactor
) throws -> Record? {
  try redacted(.feature(record), by: redactor)?.record()
}

/// What a redacted recording has of a payload.
func redacted(_ payload: PushPayload, by redactor: TranscriptRedactor) throws -> PushPayload {
  try redacted(.push(payload, via: .remote), by: redactor)?.payload ?? payload
}

/// What a redacted recording has of what happened.
func redacted(
  _ input: TranscriptInput,
  by redactor: TranscriptRedactor
) throws -> TranscriptInput? {
  try TestSupport.input(TranscriptRecord(time: .zero, input: input).line(redactor))
}

extension TranscriptInput {
  /// The payload of this, if any.
  var payload: PushPayload? { occurrence?.payload }
}
