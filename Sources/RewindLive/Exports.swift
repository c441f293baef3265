// A client that serves or follows an app needs the protocol's messages and `LiveStore`.
@_exported public import RewindControl
