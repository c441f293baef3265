// Clients that check a recording need the findings, and clients that edit one need the function that opens it.
@_exported public import RewindArchive
