// An app that imports the store alone needs the types of causes and call sites.
@_exported public import RewindOrigin
