package import RewindValue

/// A change of a running store's state, made by a client that was shown the recorded state, which is only part of it.
///
/// The change is a patch, applied to the store's real state. Whatever the recording hides and the edit does not touch stays as it is.
/// Paths are resolved against what was shown: if the app has inserted, removed or moved elements meanwhile, an edit still reaches the
/// element that was edited.
///
/// ```swift
/// let edit = StoreEdit(from: shown, to: edited, site: "hot-reload state.json")
/// let outcome = try store.apply(edit, form: form)
/// ```
package struct StoreEdit: Sendable {
    /// The changes, as paths into what was shown.
    package var patch: JSONPatch
    /// What the editor was shown; `nil` for what would be shown now.
    package var shown: JSONValue?
    /// Who edits, as the recording names them: `hot-reload state.json`, `rewind connect`, `replica ada`.
    package var site: String
    /// What to do with values that hold a placeholder for something that the recording hides.
    package var placeholders = Placeholders.refused

    /// Whether members that the app's state doesn't have are left out, as in a state of another version; else the edit is refused.
    package var dropsUnknown = false

    /// Whether parts of the state that the recording lacks may be lost if they can't be kept; else the edit is refused.
    var replacesUnrecorded = false

    package enum Placeholders: Sendable {
        /// The edit is refused: the app would take the placeholder for a value.
        case refused
        /// If the app has a value there, it keeps it; elsewhere, as in a new element, the placeholder is used as the value.
        case ownValueKept
        /// If the app has a value there, it keeps it; elsewhere, the edit is refused.
        case ownValueRequired
    }

    /// The edit that turns what was shown into what came back.
    ///
    /// It contains only the differences, however many: no array or object is replaced as a whole if parts of it stay.
    package init(from shown: JSONValue, to edited: JSONValue, site: String) {
        patch = TreeDiff(from: shown, to: edited).exactPatch
        self.shown = shown
        self.site = site
    }

    package init(_ patch: JSONPatch, shown: JSONValue? = nil, site: String) {
        (self.patch, self.shown, self.site) = (patch, shown, site)
    }

    package struct Outcome: Sendable, Equatable {
        /// The changes as they were made, as paths into the state at that time; empty if the app had made them already.
        package var patch: JSONPatch
        /// Places that the app had also changed since they were shown; the edit won.
        package var overruled: [JSONPointer]
        /// Places, as given, whose values the edit did not know: the app kept its own, or has a placeholder if it had none.
        package var hidden: [JSONPointer]

        package init(patch: JSONPatch = JSONPatch(), overruled: [JSONPointer] = [], hidden: [JSONPointer] = []) {
            (self.patch, self.overruled, self.hidden) = (patch, overruled, hidden)
        }
    }
}
