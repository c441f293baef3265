// A client that imports the journal's recordings needs `Recording` itself.
@_exported public import RewindFormat
