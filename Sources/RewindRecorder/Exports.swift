// Who imports the recorder has the wrappers `@Redacted` and `@Recordable` with all their conformances, what a redactor is told, and the JSON it is told about.
@_exported public import RewindCapture
@_exported public import RewindValue
