public import RewindValue

/// A change of a running store's state, made by a client that was shown the recorded state, which is only part of it.
///
/// The change is a patch, applied to the store's real state. Whatever the recording hides and the edit does not touch stays as it is.
/// Paths are resolved against what was shown: if the app has inserted, removed or moved elements meanwhile, an edit still reaches the
/// element that was edited.
///
/// ```swift
/// let edit = StoreEdit(from: shown, to: edited, site: "hot-reload state.json")
/// let outcome = try store.apply(edit, redactor: redactor)
/// ```
public struct StoreEdit: Sendable {
    /// What changes, as paths into what was shown.
    public var patch: JSONPatch
    /// What the editor was shown; `nil` for what would be shown now.
    public var shown: JSONValue?
    /// Who edits, as the recording names them: `hot-reload state.json`, `rewind connect`, `replica ada`.
    public var site: String
    /// What becomes of values that hold a placeholder for something that the recording hides.
    public var placeholders = Placeholders.refused

    /// Whether members that the app's state doesn't have are left out, as in a state of another version; else the edit is refused.
    public var dropsUnknown = false

    /// Whether what the recording does not have of the state may be lost where it can't be kept; else the edit is refused.
    var replacesUnrecorded = false

    /// What becomes of a placeholder in an edit.
    public enum Placeholders: Sendable {
        /// The edit is refused: the app would take the placeholder for a value.
        case refused
        /// Where the app has a value, it keeps it; elsewhere, as in a new element, the placeholder has to do.
        case ownValueKept
        /// Where the app has a value, it keeps it; elsewhere, the edit is refused.
        case ownValueRequired
    }

    /// The edit that leads from what was shown to what came back.
    ///
    /// Only what differs is in it, however much that is: no array or object is replaced as a whole while parts of it stay.
    public init(from shown: JSONValue, to edited: JSONValue, site: String) {
        patch = TreeDiff(from: shown, to: edited).exactPatch
        self.shown = shown
        self.site = site
    }

    /// An edit that is a patch already.
    public init(_ patch: JSONPatch, shown: JSONValue? = nil, site: String) {
        (self.patch, self.shown, self.site) = (patch, shown, site)
    }

    /// What an edit did.
    public struct Outcome: Sendable, Equatable {
        /// The changes as they were made, as paths into the state as it was then; empty if the app had made them already.
        public var patch: JSONPatch
        /// Places that the app had changed too since they were shown; the edit won.
        public var overruled: [JSONPointer]
        /// Places, as they were given, whose values the edit did not know: the app kept its own, or has a placeholder where it had none.
        public var hidden: [JSONPointer]

        /// An outcome of these changes.
        public init(patch: JSONPatch = JSONPatch(), overruled: [JSONPointer] = [], hidden: [JSONPointer] = []) {
            (self.patch, self.overruled, self.hidden) = (patch, overruled, hidden)
        }
    }
}
