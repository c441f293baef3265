package import RewindValue

/// `host.info`: which protocol a host speaks, and which stores it has.
package struct GetHostInfo: ControlMethod {
    package static let name = "host.info"
    /// What comes back.
    package typealias Answer = HostInfo

    package init() {}
}

/// How a host describes itself.
package struct HostInfo: Codable, Sendable, Equatable {
    /// The version of the protocol of hosts that this library speaks.
    package static let protocolVersion = 1

    /// The version of the protocol that the host speaks.
    package var version: Int
    /// The library that answers, by name and version; `nil` for a host that was made without one.
    package var library: String?
    /// The number of its process; `nil` if it is not known.
    package var process: Int?
    package var stores: [Store]
    /// The shapes of the states' types, as a manifest has them; `nil` in a language without them.
    package var types: JSONValue?

    package init(
        version: Int = protocolVersion, library: String? = nil, process: Int? = nil, stores: [Store], types: JSONValue? = nil
    ) {
        (self.version, self.library, self.process, self.stores, self.types) = (version, library, process, stores, types)
    }

    /// A store whose reducer the host can run.
    package struct Store: Codable, Sendable, Equatable {
        /// The name that recordings know it by.
        package var name: String
        /// The type of its state, by its full name; `nil` in a language without one.
        package var state: String?
        /// The version of its state; `nil` for 1.
        package var version: Int?
        /// The rules for the states of earlier versions, in order, as `.rewind.json` has them; `nil` if there are none.
        package var migrations: [JSONValue]?

        package init(name: String, state: String? = nil, version: Int? = nil, migrations: [JSONValue]? = nil) {
            (self.name, self.state, self.version, self.migrations) = (name, state, version, migrations)
        }
    }
}

/// `host.reduce`: reduces recorded actions, one after the other, from a given state or from the one that the last request left.
package struct ReduceLines: ControlMethod {
    package static let name = "host.reduce"
    package var store: String
    /// The state to begin in; `nil` to go on.
    ///
    /// A host that can't decode it answers with the error 4, undecodable.
    package var state: JSONValue?
    /// The lines of the actions as a recording has them, with `step`, `t`, `type` and `action`.
    package var lines: [JSONValue]
    /// The version of the state with which the actions were recorded, if the host's is a later one.
    package var version: Int?

    package init(store: String, state: JSONValue? = nil, lines: [JSONValue] = [], version: Int? = nil) {
        (self.store, self.state, self.lines, self.version) = (store, state, lines, version)
    }

    /// What comes back.
    package struct Answer: Codable, Sendable, Equatable {
        /// The state to begin in as the host encodes it; `nil` if that is as it was given.
        package var state: JSONValue?
        /// What each line came to; after one that does not decode, none is reduced.
        package var steps: [ReducedLine]

        package init(state: JSONValue? = nil, steps: [ReducedLine] = []) { (self.state, self.steps) = (state, steps) }

        /// The answer as a message has it: what it encodes to, in less time.
        var json: JSONValue {
            var object: JSONObject = [:]
            object["state"] = state
            object["steps"] = .array(steps.map(\.json))
            return .object(object)
        }
    }
}

/// What reducing the action of a line came to: one of these.
package struct ReducedLine: Codable, Sendable, Equatable {
    /// The JSON Patch from the state before to the state after.
    package var patch: JSONValue?
    /// The state after.
    package var state: JSONValue?
    /// Why the action can't be made, as a clause.
    package var undecodable: String?

    fileprivate var json: JSONValue {
        var object: JSONObject = [:]
        object["patch"] = patch
        object["state"] = state
        object["undecodable"] = undecodable.map { .string($0) }
        return .object(object)
    }
}

/// `host.decode`: decodes recorded values as the app's types, and encodes them again; nothing is reduced.
package struct DecodeValues: ControlMethod {
    package static let name = "host.decode"
    package var store: String
    package var states: [JSONValue]
    package var lines: [JSONValue]
    /// The version of the state with which the actions were recorded, if the host's is a later one.
    package var version: Int?

    package init(store: String, states: [JSONValue] = [], lines: [JSONValue] = [], version: Int? = nil) {
        (self.store, self.states, self.lines, self.version) = (store, states, lines, version)
    }

    /// What comes back: a member for each state and each line, in order.
    package struct Answer: Codable, Sendable, Equatable {
        package var states: [DecodedValue]
        package var lines: [DecodedValue]

        package init(states: [DecodedValue], lines: [DecodedValue]) { (self.states, self.lines) = (states, lines) }
    }
}

/// What became of a recorded value; neither of these if it decodes, and encodes as it was recorded.
package struct DecodedValue: Codable, Sendable, Equatable {
    /// What a migration made of it; `nil` if none did.
    package var migrated: JSONValue?
    /// What it encodes to, if that is something else than was recorded, or than ``migrated``.
    package var value: JSONValue?
    /// The name of the action's type today, if a migration gave it another.
    package var type: String?
    /// Why it does not decode, as a clause.
    package var undecodable: String?
    /// The place in it that does not decode, as a JSON Pointer.
    package var path: String?
}
