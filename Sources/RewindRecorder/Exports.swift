// An app that imports the recorder alone needs the wrappers `@Redacted` and `@Recordable`, the rules and levels of redaction, and the types
// of errors, counts, causes and JSON.
@_exported public import RewindCapture
@_exported public import RewindFormat
@_exported public import RewindOrigin
@_exported public import RewindRedaction
@_exported public import RewindValue
