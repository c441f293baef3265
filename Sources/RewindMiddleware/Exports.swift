// A store's `restore` and `replay` are those of every `ReplayableStore`.
@_exported public import RewindControl
