// A client that imports the recorder gets the wrappers `@Redacted` and `@Recordable` with all their conformances, and the types of
// redaction rules and JSON.
@_exported public import RewindCapture
@_exported public import RewindValue
