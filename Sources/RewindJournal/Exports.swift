// Who imports the journal's recordings has `Recording` itself.
@_exported public import RewindFormat
