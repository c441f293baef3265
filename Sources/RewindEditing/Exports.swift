// Who checks a recording has the findings, and who edits one has the way to open it.
@_exported public import RewindArchive
