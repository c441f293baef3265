package import RewindValue

/// `state.get`: a store's state, or the part of it at a path, as the recording shows it.
package struct GetState: ControlMethod {
    package static let name = "state.get"
    /// The store; by default the app's first.
    package var store: String?
    /// A JSON Pointer; by default the whole state.
    package var path: String?
    /// Whether to show what redaction removes; only where the app allows it.
    package var reveal: Bool?

    package init(store: String? = nil, path: String? = nil, reveal: Bool? = nil) {
        self.store = store
        self.path = path
        self.reveal = reveal
    }

    /// What comes back.
    package struct Answer: Codable, Sendable, Equatable {
        package var store: String
        /// The last step that had a number when the state was taken.
        package var step: Int
        package var value: JSONValue
        /// JSON Pointers into ``value`` to what redaction removed.
        package var redacted: [String]?

        package init(store: String, step: Int, value: JSONValue, redacted: [String]?) {
            self.store = store
            self.step = step
            self.value = value
            self.redacted = redacted
        }
    }
}

/// `state.set`: replaces a store's state, or the part of it at a path.
///
/// A placeholder that comes back as it was shown keeps the value that it hides. Any other placeholder is refused.
package struct SetState: ControlMethod {
    package static let name = "state.set"
    /// What comes back.
    package typealias Answer = EditAnswer
    /// The store; by default the app's first.
    package var store: String?
    /// A JSON Pointer; by default the whole state.
    ///
    /// If nothing is there, the value is added.
    package var path: String?
    package var value: JSONValue
    /// Whether ``value`` has real values where redaction would remove something; only where the app allows it.
    package var reveal: Bool?
    /// Who edited, for the recording; by default `rewind`.
    package var by: String?

    package init(store: String? = nil, path: String? = nil, value: JSONValue, reveal: Bool? = nil, by: String? = nil) {
        self.store = store
        self.path = path
        self.value = value
        self.reveal = reveal
        self.by = by
    }
}

/// `state.patch`: changes a store's state by a JSON Patch.
package struct PatchState: ControlMethod {
    package static let name = "state.patch"
    /// What comes back.
    package typealias Answer = EditAnswer
    /// The store; by default the app's first.
    package var store: String?
    /// The operations, by RFC 6902.
    package var patch: JSONValue
    /// The step from whose state the patch was made; by default any step.
    ///
    /// If the app has advanced since, the patch is refused as stale.
    package var from: Int?
    /// Who edited, for the recording; by default `rewind`.
    package var by: String?
    /// Whether the app keeps its own value where the patch has a placeholder for a hidden one, or takes the placeholder if it has no value;
    /// by default such a patch is refused.
    package var keepsOwn: Bool?

    package init(store: String? = nil, patch: JSONValue, from: Int? = nil, by: String? = nil, keepsOwn: Bool? = nil) {
        self.store = store
        self.patch = patch
        self.from = from
        self.by = by
        self.keepsOwn = keepsOwn
    }
}

package struct EditAnswer: Codable, Sendable, Equatable {
    /// The last step that had a number after the edit.
    package var step: Int
    package var changed: Bool
    /// JSON Pointers to placeholders in the patch: the app kept its own values there, or has the placeholder if it had none.
    package var hidden: [String]?
}

/// `action.dispatch`: dispatches an action as the app's user would.
package struct DispatchAction: ControlMethod {
    package static let name = "action.dispatch"
    /// The store; by default the app's first.
    package var store: String?
    /// The action, as the recording has it.
    package var action: JSONValue
    /// The action's recorded name; needed if actions of several types share a protocol and more than one fits.
    package var type: String?
    /// Whether the action is dispatched even if it contains something that the recording shows in place of something else.
    package var force: Bool?

    package init(store: String? = nil, action: JSONValue, type: String? = nil, force: Bool? = nil) {
        self.store = store
        self.action = action
        self.type = type
        self.force = force
    }

    /// What comes back once the store has taken the action.
    package struct Answer: Codable, Sendable, Equatable {
        /// The last step that had a number before the action was dispatched; the action's own is a later one.
        package var after: Int

        package init(after: Int) { self.after = after }
    }
}
