// The one import of an app. Swift has no other way to say that names of several modules are
// those of one; the modules below import what they use.
@_exported public import RewindCapture
@_exported public import RewindControl
@_exported public import RewindFormat
@_exported public import RewindJournal
@_exported public import RewindOrigin
@_exported public import RewindRecorder
@_exported public import RewindRedaction
@_exported public import RewindReplay
@_exported public import RewindValue
