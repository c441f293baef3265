package import RewindValue

/// `replay.begin`: locks a store for this client.
///
/// The app refuses and counts what its user dispatches, keeps what its effects send, and other clients can't change the state. If the
/// client disconnects, the store is unlocked and has its state back.
package struct BeginReplay: ControlMethod {
    package static let name = "replay.begin"
    /// The store; by default the app's first.
    package var store: String?

    package init(store: String? = nil) { self.store = store }

    /// What comes back once the store is locked.
    package struct Answer: Codable, Sendable, Equatable {
        /// The last step that had a number when the store was locked.
        package var step: Int

        package init(step: Int) { self.step = step }
    }
}

/// `replay.show`: makes the locked store show a recorded state, or a given one.
package struct ShowState: ControlMethod {
    package static let name = "replay.show"
    /// The store; by default the app's first.
    package var store: String?
    /// The step of the app's own recording whose state to show.
    package var step: Int?
    /// A state, such as one from another recording; instead of ``step``.
    package var state: JSONValue?
    /// Whether the app is to continue from here in the end: then a state is refused that hides a value of which the app has none.
    package var keep: Bool?

    /// Shows the state after a step of the app's own recording.
    package init(store: String? = nil, step: Int) {
        self.store = store
        self.step = step
    }

    package init(store: String? = nil, state: JSONValue, keep: Bool? = nil) {
        self.store = store
        self.state = state
        self.keep = keep
    }
}

/// `replay.reduce`: makes the locked store reduce a recorded action again; its effects are not started.
package struct ReduceAction: ControlMethod {
    package static let name = "replay.reduce"
    /// The store; by default the app's first.
    package var store: String?
    /// The action's line in the recording, with `step`, `t`, `type` and `action`.
    package var line: JSONValue

    package init(store: String? = nil, line: JSONValue) {
        self.store = store
        self.line = line
    }
}

/// `replay.end`: returns the store to its user.
package struct EndReplay: ControlMethod {
    package static let name = "replay.end"
    /// The store; by default the app's first.
    package var store: String?
    /// Whether the app continues from the shown state, not from its previous one.
    package var keep: Bool

    package init(store: String? = nil, keep: Bool = false) {
        self.store = store
        self.keep = keep
    }

    /// What comes back once the store is unlocked.
    package struct Answer: Codable, Sendable, Equatable {
        /// How many actions were refused meanwhile: those of clients, and those of the app's user if the store counts them.
        package var refused: Int

        package init(refused: Int) { self.refused = refused }
    }
}
