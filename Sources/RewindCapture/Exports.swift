// Who imports what an app records has the rules for it: the levels, the table of secrets, and places in values.
@_exported public import RewindRedaction
