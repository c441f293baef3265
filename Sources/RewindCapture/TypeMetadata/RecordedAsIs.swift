/// Promises that values of the type reveal nothing about the app's user, and are recorded as they are, with everything in them.
///
/// ```swift
/// extension Genre: RecordedAsIs {}
/// ```
///
/// Enums without payloads and option sets need no such promise: their values appear in the source code. For a type that is not yours, use
/// `RedactionRules.addRecordable(_:)`. Rules still find secrets in it, by key, place and shape.
public protocol RecordedAsIs {}
