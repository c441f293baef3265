// A client that imports the capture of an app's values needs their rules: the levels, the table of secrets, and places in values.
@_exported public import RewindRedaction
