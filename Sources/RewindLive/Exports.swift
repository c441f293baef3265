// Who serves or follows an app names the protocol's messages and `LiveStore`.
@_exported public import RewindControl
