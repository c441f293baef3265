package import RewindFormat
package import RewindValue

/// The history of an app from another tool: its actions in order, and the states after them as far as they are included.
///
/// An export of Redux DevTools has one of two forms: the lifted state itself, or an object whose `payload` is the JSON text of a lifted
/// state or of a list of actions, with the text of the state before them as `preloadedState` (extension/src/pageScript/api/importState.ts
/// of reduxjs/redux-devtools).
package struct History: Sendable {
    /// The dispatched actions in order, each with the state after it if the history has that state.
    package var entries: [Entry]
    /// The state before the first action; `nil` if the history has none.
    package var initial: JSONValue?
    /// The states of the other stores before the first action, by store name.
    var others: [String: JSONValue] = [:]
    /// Marks and logged lines as in a recording, each after a number of entries.
    var notes: [(behind: Int, line: JSONObject)] = []
    /// The entries at which the clock was set back, and what it said there, in nanoseconds since 1970.
    var clocks: [(index: Int, wall: Int)] = []
    /// A description of the history that follows the words "imported from".
    var origin = "a history of Redux DevTools"
    /// The app's name, used if the history does not contain it.
    var app = "Redux DevTools"
    /// The index of the state that the slider was at, counted from the state before the first action.
    package var current: Int?
    /// The start time, in milliseconds since 1970; 0 if the history has no times.
    package var started = 0
    /// Remarks about the history, as sentences without a full stop: values that JSON can't express, and lines that were skipped.
    ///
    /// Values that JSON can't express are kept in the history's own form, `{"$jsan":…}`.
    package internal(set) var remarks: [String] = []
    /// Members of the manifest, from a recording that ``Export`` wrote as JSON.
    var source: JSONObject = [:]
    /// The number of the state before the first action.
    var firstStep = 0

    /// One dispatched action.
    package struct Entry: Sendable, Equatable {
        /// The action; `nil` if it is lost.
        package var action: JSONValue?
        /// The action's `type`.
        package var type: String
        /// The state after the action, if the history has it.
        package var state: JSONValue?
        /// The store that reduced the action; `nil` for the history's own store.
        var store: String?
        /// Why the state could not be encoded, or the error that the reducer threw.
        package var error: String?
        /// The place where the action was dispatched, as a JavaScript stack trace.
        package var stack: String?
        /// Whether the action was switched off, so that no reducer saw it.
        package var isSkipped: Bool
        /// Members of the step, from a recording that ``Export`` wrote as lines or as JSON.
        var about: JSONObject = [:]
        var number: Int? { about["step"]?.int(in: 1...FormatLimits.stepNumbers.upperBound) }
    }

    /// Whether the steps have the numbers that ``Export`` wrote, in ascending order, so that numbers and causes can be kept.
    package var keepsNumbers: Bool {
        var last = firstStep
        for entry in entries where !entry.isSkipped {
            guard let number = entry.number, number > last else { return false }
            last = number
        }
        return true
    }

    package var hasNumbers: Bool { entries.contains { $0.number != nil } }

    /// Reads a history.
    ///
    /// - Throws: `RecordingError` that says what the history lacks.
    package init(parsing bytes: [UInt8], path: String) throws(RecordingError) {
        func wrong(_ words: String) -> RecordingError {
            RecordingError(.notARecording, "not a history of Redux DevTools: \(words)", path: path)
        }
        var foreign = ForeignValues()
        func parse(_ bytes: [UInt8], _ what: String) throws(RecordingError) -> JSONValue {
            do {
                let (document, halves) = try LoneSurrogate.parse(bytes)
                let revived = try JSANValue(of: document)
                foreign.note("half a character, as U+FFFD", halves)
                foreign.add(revived.remains)
                return revived.value
            } catch let error as JSANValue.TooLarge {
                throw RecordingError(.limit, error.description, path: path)
            } catch {
                throw wrong("\(what) is not JSON: \(error)")
            }
        }
        func parsed(_ value: JSONValue, _ what: String) throws(RecordingError) -> JSONValue {
            guard case .string(let text) = value else { return value }
            return try parse(Array(text.utf8), what)
        }
        var history = try parse(UserText.utf8(bytes), "the file")
        var preloaded: JSONValue?
        if let payload = history["payload"], history["actionsById"] == nil {
            if let state = history["preloadedState"], state != .null, state != "" { preloaded = try parsed(state, "preloadedState") }
            history = try parsed(payload, "payload")
        }
        if let actions = history.array {
            guard !actions.isEmpty, actions.allSatisfy({ $0["type"] != nil }) else {
                throw wrong("a list, but not of actions: each has to be an object with a type")
            }
            self.init(actions, preloaded)
        } else {
            guard let actions = history["actionsById"]?.object else {
                throw wrong(history.object == nil ? "neither an object nor a list of actions" : "actionsById is missing")
            }
            guard let ids = history["stagedActionIds"]?.array?.map(\.int), !ids.isEmpty else { throw wrong("stagedActionIds is missing") }
            try self.init(ids: ids, actions: actions, in: history, preloaded, wrong)
        }
        if let sentence = foreign.sentence { remarks.append(sentence) }
        try checkNesting(path)
    }

    /// Creates a history that was assembled elsewhere.
    init(entries: [Entry], initial: JSONValue?, started: Int, source: JSONObject, firstStep: Int = 0) {
        (self.entries, self.initial, self.started, self.source, self.firstStep) = (entries, initial, started, source, firstStep)
    }

    /// Refuses values that nest deeper than a recording allows, before anything is written.
    func checkNesting(_ path: String) throws(RecordingError) {
        func check(_ value: JSONValue?, _ what: String) throws(RecordingError) {
            do { try value?.checkNesting() } catch {
                throw RecordingError(
                    .limit, "\(what) nests more than \(JSONValue.recordedDepth) levels deep, once what it refers to is in its place",
                    path: path, advice: "Export a history whose state refers to itself less deeply")
            }
        }
        try check(initial, "the state before the first action")
        for (store, state) in others { try check(state, "the state of \(store) before the first action") }
        for (index, entry) in entries.enumerated() {
            try check(entry.action, "action \(index + 1)")
            try check(entry.state, "the state after action \(index + 1)")
        }
    }

    /// Creates a history from a list of actions.
    private init(_ actions: [JSONValue], _ preloaded: JSONValue?) {
        entries = actions.map { action in
            Entry(action: action, type: Self.type(of: action), isSkipped: false)
        }
        initial = preloaded
    }

    /// Creates a history from a lifted state.
    private init(
        ids: [Int?], actions: JSONObject, in history: JSONValue, _ preloaded: JSONValue?, _ wrong: (String) -> RecordingError
    ) throws(RecordingError) {
        let states = history["computedStates"]?.array ?? []
        let skipped = Set((history["skippedActionIds"]?.array ?? []).compactMap(\.int))
        var entries: [Entry] = []
        var times: [LoggedTime] = []
        for (index, id) in ids.enumerated() {
            guard let id, let lifted = actions["\(id)"]?.object, let action = lifted["action"] else {
                throw wrong("actionsById has no action \(id.map(String.init) ?? "with an id that is not a number")")
            }
            let state = index < states.count ? states[index] : JSONValue?.none
            times.append(LoggedTime(lifted["timestamp"], unit: 1_000_000))
            entries.append(
                Entry(
                    action: action, type: Self.type(of: action),
                    state: state.flatMap { $0["state"] },
                    error: state.flatMap { $0["error"]?.string },
                    stack: lifted["stack"]?.string, isSkipped: skipped.contains(id)))
        }
        // The first entry is @@INIT: its state is the state before the first action.
        let first = entries.removeFirst()
        self.entries = entries
        initial = (first.error == nil ? first.state : nil) ?? preloaded ?? history["committedState"]
        current = history["currentStateIndex"]?.int
        guard times.contains(where: { $0.nanoseconds != nil }) else { return }
        let isFirstTimed = times[0].nanoseconds != nil
        if !isFirstTimed { times.removeFirst() }
        var loggedTimes = LoggedTimes(times) { "action \(ids[isFirstTimed ? $0 : $0 + 1] ?? 0)" }
        if isFirstTimed { loggedTimes.removeFirst() }
        setTimes(loggedTimes)
    }

    private static func type(of action: JSONValue) -> String {
        switch action["type"] {
        case .string(let type)?: type
        case let other?: other.jsonText
        case nil: "?"
        }
    }
}
