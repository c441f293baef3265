public import RewindValue

/// `state.get`: a store's state, or the part of it at a path, as the recording shows it.
public struct GetState: ControlMethod {
    /// `state.get`.
    public static let name = "state.get"
    /// The store; by default the app's first.
    public var store: String?
    /// A JSON Pointer; by default the whole state.
    public var path: String?
    /// Whether to show what redaction removes; only where the app allows it.
    public var reveal: Bool?

    /// Asks for a state or a part of it.
    public init(store: String? = nil, path: String? = nil, reveal: Bool? = nil) {
        self.store = store
        self.path = path
        self.reveal = reveal
    }

    /// What comes back.
    public struct Answer: Codable, Sendable, Equatable {
        /// The store.
        public var store: String
        /// The last step that had a number when the state was taken.
        public var step: Int
        /// The value.
        public var value: JSONValue
        /// JSON Pointers into ``value`` to what redaction removed.
        public var redacted: [String]?

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
public struct SetState: ControlMethod {
    /// `state.set`.
    public static let name = "state.set"
    /// What comes back.
    public typealias Answer = EditAnswer
    /// The store; by default the app's first.
    public var store: String?
    /// A JSON Pointer; by default the whole state.
    ///
    /// If nothing is there, the value is added.
    public var path: String?
    /// The new value.
    public var value: JSONValue
    /// Whether ``value`` has real values where redaction would remove something; only where the app allows it.
    public var reveal: Bool?
    /// Who edited, for the recording; by default `rewind`.
    public var by: String?

    /// Sets a state or a part of it.
    public init(store: String? = nil, path: String? = nil, value: JSONValue, reveal: Bool? = nil, by: String? = nil) {
        self.store = store
        self.path = path
        self.value = value
        self.reveal = reveal
        self.by = by
    }
}

/// `state.patch`: changes a store's state by a JSON Patch.
public struct PatchState: ControlMethod {
    /// `state.patch`.
    public static let name = "state.patch"
    /// What comes back.
    public typealias Answer = EditAnswer
    /// The store; by default the app's first.
    public var store: String?
    /// The operations, by RFC 6902.
    public var patch: JSONValue
    /// The step from whose state the patch was made; by default any step.
    ///
    /// If the app has advanced since, the patch is refused as stale.
    public var from: Int?
    /// Who edited, for the recording; by default `rewind`.
    public var by: String?
    /// Whether the app keeps its own value where the patch has a placeholder for a hidden one, or takes the placeholder if it has no value;
    /// by default such a patch is refused.
    public var keepsOwn: Bool?

    /// Patches a state.
    public init(store: String? = nil, patch: JSONValue, from: Int? = nil, by: String? = nil, keepsOwn: Bool? = nil) {
        self.store = store
        self.patch = patch
        self.from = from
        self.by = by
        self.keepsOwn = keepsOwn
    }
}

/// The result of an edit.
public struct EditAnswer: Codable, Sendable, Equatable {
    /// The last step that had a number after the edit.
    public var step: Int
    /// Whether the edit changed the state.
    public var changed: Bool
    /// JSON Pointers to placeholders in the patch: the app kept its own values there, or has the placeholder if it had none.
    public var hidden: [String]?

    package init(step: Int, changed: Bool, hidden: [String]? = nil) {
        self.step = step
        self.changed = changed
        self.hidden = hidden
    }
}

/// `action.dispatch`: dispatches an action as the app's user would.
public struct DispatchAction: ControlMethod {
    /// `action.dispatch`.
    public static let name = "action.dispatch"
    /// The store; by default the app's first.
    public var store: String?
    /// The action, as the recording has it.
    public var action: JSONValue
    /// The action's recorded name; needed if actions of several types share a protocol and more than one fits.
    public var type: String?
    /// Whether the action is dispatched even if it contains something that the recording shows in place of something else.
    public var force: Bool?

    /// Dispatches an action.
    public init(store: String? = nil, action: JSONValue, type: String? = nil, force: Bool? = nil) {
        self.store = store
        self.action = action
        self.type = type
        self.force = force
    }

    /// What comes back once the store has taken the action.
    public struct Answer: Codable, Sendable, Equatable {
        /// The last step that had a number before the action was dispatched; the action's own is a later one.
        public var after: Int

        package init(after: Int) { self.after = after }
    }
}
