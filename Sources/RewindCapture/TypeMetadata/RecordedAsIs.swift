/// A promise: values of the type say nothing of the person who uses the app, and are recorded as they are, with everything in them.
///
/// ```swift
/// extension Genre: RecordedAsIs {}
/// ```
///
/// Enums without payloads need no such promise: their values stand in the source. Where a raw value is not the case's name, it lets the enum
/// decode from a recording that is masked afterwards. For a type of somebody else's there is
/// `RedactionRules.addRecordable(_:)`. Rules still find secrets in it, by key, place and shape.
public protocol RecordedAsIs {}
