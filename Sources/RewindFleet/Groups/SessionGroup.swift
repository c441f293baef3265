package import RewindValue

/// Sessions of an app that ended in the same way, by their fingerprint: most likely one bug.
package struct SessionGroup: Sendable, Equatable {
    package var fingerprint: String
    package var app: String
    package var ending: String
    /// The signal and the reason that most of the sessions have, and how many different ones there are.
    package var signal: String?
    package var reason: String?
    package var reasons: Int
    package var story: String?
    /// The action under way at the end: the last of the story.
    package var action: String?
    package var function: String?
    package var sessions: Int
    package var share: Double
    /// When the first and the last of them began, in UTC, of those whose time is known.
    package var first: String?
    package var last: String?
    /// The version of the first.
    package var since: String?
    /// The versions, the oldest first, and the devices, the most frequent first, each with the number of sessions: `2.1.0: 40`.
    package var versions: [String]
    package var devices: [String]
    /// The session that tells most: the shortest one without losses.
    package var example: String
    /// The example's file, and the number of its steps.
    package var source: String
    package var steps: Int
    /// What its sessions have and finished ones lack, the most telling first; `nil` if nothing looked for it.
    package var sequences: [Separation]?
    package var places: [Separation]?
    /// What was under way when its sessions ended; `nil` if none of them has effects recorded.
    package var effects: Effects?

    /// What the example did, and no healthy session, as a sentence; `nil` if nothing is known of those.
    package var neverBefore: String?

    /// The effects that were under way at the end of a group's sessions.
    package struct Effects: Sendable, Equatable {
        /// How many of the sessions have effects recorded.
        package var recorded: Int
        /// The names, the most frequent first, each with the number of sessions.
        package var underWay: [UnderWay]

        package init(recorded: Int, underWay: [UnderWay] = []) { (self.recorded, self.underWay) = (recorded, underWay) }

        package struct UnderWay: Sendable, Equatable {
            package var name: String
            package var sessions: Int

            package init(name: String, sessions: Int) { (self.name, self.sessions) = (name, sessions) }
        }

        /// How many names are told.
        static let limit = 5
    }

    /// A sequence of actions, or a place of the state, that separates a group's sessions from those that finished.
    package struct Separation: Sendable, Equatable {
        package var what: String
        /// How many of the group's sessions have it, and how many that finished.
        package var inGroup: Int
        package var inFinished: Int
        /// How many finished in the versions that the group was seen in.
        package var finished: Int
        /// How many times as often it is in the group's sessions.
        package var lift: Double
    }
}

// MARK: - Rows

extension SessionGroup {
    /// The group of a row of `groups.sql`; `nil` if a column is missing.
    package init?(row: JSONObject) {
        guard let fingerprint = row["fingerprint"]?.string, let sessions = row["sessions"]?.int, let share = row["share"]?.decimal,
            let reasons = row["reasons"]?.int, let example = row["example"]?.string, let source = row["source"]?.string,
            let steps = row["steps"]?.int
        else { return nil }
        func texts(_ column: String) -> [String] { (row[column]?.array ?? []).compactMap(\.string) }
        self.init(
            fingerprint: fingerprint, app: row["app"]?.string ?? "unknown", ending: row["ending"]?.string ?? "unknown",
            signal: row["signal"]?.string, reason: row["reason"]?.string, reasons: reasons, story: row["story"]?.string,
            action: row["action"]?.string, function: row["frame"]?.string, sessions: sessions, share: share,
            first: row["first_seen"]?.string,
            last: row["last_seen"]?.string, since: row["since"]?.string, versions: texts("versions"), devices: texts("devices"),
            example: example, source: source, steps: steps)
    }

    /// The group as a row, with what separates it.
    package var row: JSONObject {
        var row: JSONObject = ["fingerprint": .string(fingerprint), "app": .string(app), "ending": .string(ending)]
        row["signal"] = signal.map(JSONValue.string)
        row["reason"] = reason.map(JSONValue.string)
        row["reasons"] = .number(JSONNumber(reasons))
        row["story"] = story.map(JSONValue.string)
        row["action"] = action.map(JSONValue.string)
        row["frame"] = function.map(JSONValue.string)
        row["sessions"] = .number(JSONNumber(sessions))
        row["share"] = JSONNumber(share).map(JSONValue.number)
        row["first_seen"] = first.map(JSONValue.string)
        row["last_seen"] = last.map(JSONValue.string)
        row["since"] = since.map(JSONValue.string)
        row["versions"] = .array(versions.map(JSONValue.string))
        row["devices"] = .array(devices.map(JSONValue.string))
        row["example"] = .string(example)
        row["source"] = .string(source)
        row["steps"] = .number(JSONNumber(steps))
        row["sequences"] = sequences.map { .array($0.map { .object($0.row) }) }
        row["places"] = places.map { .array($0.map { .object($0.row) }) }
        row["effects"] = effects.map { $0.json } ?? .null
        row["neverBefore"] = neverBefore.map(JSONValue.string)
        return row
    }
}

extension SessionGroup.Separation {
    /// The separation of a row of `sequences.sql` or `places.sql`; `nil` if a column is missing.
    package init?(row: JSONObject) {
        guard let what = (row["sequence"] ?? row["path"])?.string, let inGroup = row["sessions"]?.int,
            let inFinished = row["finished"]?.int, let finished = row["finished_size"]?.int, let lift = row["lift"]?.decimal
        else { return nil }
        self.init(what: what, inGroup: inGroup, inFinished: inFinished, finished: finished, lift: lift)
    }

    fileprivate var row: JSONObject {
        var row: JSONObject = [
            "what": .string(what), "sessions": .number(JSONNumber(inGroup)), "finished": .number(JSONNumber(inFinished)),
            "finished_size": .number(JSONNumber(finished)),
        ]
        row["lift"] = JSONNumber(lift).map(JSONValue.number)
        return row
    }
}

extension SessionGroup.Effects {
    /// The effects of a group's rows of `effects.sql`; `nil` without rows, or if a column is missing.
    package init?(rows: [JSONObject]) {
        guard let recorded = rows.first?["size"]?.int else { return nil }
        self.init(
            recorded: recorded,
            underWay: rows.compactMap { row in
                row["name"]?.string.flatMap { name in row["sessions"]?.int.map { UnderWay(name: name, sessions: $0) } }
            })
    }

    fileprivate var json: JSONValue {
        [
            "recorded": .number(JSONNumber(recorded)),
            "under_way": .array(underWay.map { ["name": .string($0.name), "sessions": .number(JSONNumber($0.sessions))] }),
        ]
    }
}

extension JSONValue {
    /// The number as a `Double`.
    fileprivate var decimal: Double? { if case .number(let number) = self { number.doubleValue } else { nil } }
}
