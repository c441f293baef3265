package import RewindValue

/// A line of `actions.ndjson` for a step: one action, as the reducer saw it.
package struct ActionLine: Sendable, Equatable {
    /// The step's number, from 1 up, which gives its place in the recording's order.
    package var step: Int
    /// Monotonic nanoseconds since the recording began, taken before the reducer ran.
    package var time: Int
    /// The store, if there are several; `main` if the line names none.
    package var store: String
    /// The action's name: its case path (`home/didReceive`) or its type's name.
    package var type: String
    /// The action; `nil` if it could not be encoded or follows in full elsewhere (`bytes`).
    package var action: JSONValue?
    /// The step whose effect sent this action.
    package var cause: Int?
    /// The effect that sent this action, by its number.
    package var effect: Int?
    /// Where the action was dispatched, such as `File.swift:42`.
    package var site: String?
    /// The members that most lines lack.
    private var box: RareMembers.Box?

    /// The name of a step that takes a change of state which no action of the recording made.
    package static let external = "@@EXTERNAL"

    /// The name under which ``omitted`` counts actions that arrived while the recorder was paused.
    package static let paused = "@@PAUSED"

    /// The name that tools give to step 0, the state before any action.
    package static let initial = "@@INIT"

    /// The store of lines that name no store.
    package static let mainStore = "main"

    /// A step with what every step has and nothing else.
    package init(step: Int, time: Int, type: String, action: JSONValue? = nil, store: String = ActionLine.mainStore) {
        self.step = step
        self.time = time
        self.type = type
        self.action = action
        self.store = store
    }
}

// A recording has as many of these as steps: rare members are kept apart, and cost a line without them one word.
extension ActionLine {
    /// Whether ``action`` is a dump: the action's type is not `Codable`, so its parts were written by label, for people.
    ///
    /// A dump can be looked at and searched, but no app can make the action from it: replay takes such a step's state from the recording.
    package var isDumped: Bool {
        get { box?.members.isDumped ?? false }
        set { change { $0.isDumped = newValue } }
    }

    /// The thread on which the action was reduced.
    package var thread: String? {
        get { box?.members.thread }
        set { change { $0.thread = newValue } }
    }

    /// Pointers into ``action`` to the redacted values.
    package var redacted: [JSONPointer] {
        get { box?.members.redacted ?? [] }
        set { change { $0.redacted = newValue } }
    }

    /// Why the action could not be encoded.
    package var error: String? {
        get { box?.members.error }
        set { change { $0.error = newValue } }
    }

    /// The size of an action too large to be written ahead in full; a line of the state stream has the whole action.
    package var bytes: Int? {
        get { box?.members.bytes }
        set { change { $0.bytes = newValue } }
    }

    /// The beginning of an action too large to be written ahead in full, as JSON text.
    package var prefix: String? {
        get { box?.members.prefix }
        set { change { $0.prefix = newValue } }
    }

    /// For external steps only: how many actions of which type were left out before it, whose changes it takes; `nil` without any.
    package var omitted: JSONObject? {
        get { box?.members.omitted }
        set { change { $0.omitted = newValue } }
    }

    /// Members that this version does not know.
    package var unknown: JSONObject {
        get { box?.members.unknown ?? [:] }
        set { change { $0.unknown = newValue } }
    }

    private mutating func change(_ body: (inout RareMembers) -> Void) {
        var members = box?.members ?? RareMembers()
        body(&members)
        box = members == RareMembers() ? nil : RareMembers.Box(members)
    }
}

private struct RareMembers: Sendable, Equatable {
    var isDumped = false
    var thread: String?
    var redacted: [JSONPointer] = []
    var error: String?
    var bytes: Int?
    var prefix: String?
    var omitted: JSONObject?
    var unknown: JSONObject = [:]

    /// The members in memory of their own, which copies of a line share.
    final class Box: Sendable, Equatable {
        let members: RareMembers
        init(_ members: RareMembers) { self.members = members }
        static func == (left: Box, right: Box) -> Bool { left === right || left.members == right.members }
    }
}

extension ActionLine {
    /// Parses a step from a line's members; `nil` if they are not a step.
    package init?(json object: JSONObject) {
        var rest = object
        guard let step = rest.removeValue(forKey: "step")?.int(in: FormatLimits.actionNumbers),
            let time = rest.removeValue(forKey: "t")?.int(clampedTo: FormatLimits.times),
            let type = rest.removeValue(forKey: "type")?.string
        else { return nil }
        self.init(step: step, time: time, type: type)
        action = rest.removeValue(forKey: "action")
        if let dumped = rest["dumped"]?.bool {
            isDumped = dumped
            rest["dumped"] = nil
        }
        store = rest.removeValue(forKey: "store")?.string ?? Self.mainStore
        cause = rest.removeValue(forKey: "cause")?.int(in: FormatLimits.stepNumbers)
        if let number = rest["effect"]?.int(in: FormatLimits.effectNumbers) {
            effect = number
            rest["effect"] = nil
        }
        site = rest.removeValue(forKey: "site")?.string
        if let name = rest.removeValue(forKey: "thread") { thread = name.string }
        if rest["redacted"] != nil { redacted = rest.removePointers(forKey: "redacted") }
        if let text = rest.removeValue(forKey: "error") { error = text.string }
        if let count = rest.removeValue(forKey: "bytes") { bytes = count.int(in: FormatLimits.counts) }
        if let text = rest.removeValue(forKey: "prefix") { prefix = text.string }
        if let counts = rest["omitted"]?.object {
            omitted = counts
            rest["omitted"] = nil
        }
        if !rest.isEmpty { unknown = rest }
    }

    /// How many actions were left out before this step.
    package var omittedCount: Int { (omitted ?? [:]).reduce(0) { min(FormatLimits.gapSteps, $0 + Self.omittedCount($1.value)) } }

    /// How many actions one member of ``omitted`` counts.
    package static func omittedCount(_ value: JSONValue?) -> Int { value?.int(in: 0...FormatLimits.gapSteps) ?? 0 }

    /// Everything except the number and the time: the members that follow those two in the line, `,"type":…,…}`.
    ///
    /// A recorder writes them before it takes its lock, and learns the step's number only then.
    package func writeMembers(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #","type":"#.utf8)
        JSONValue.string(type).write(into: &bytes)
        if store != Self.mainStore { write("store", .string(store), into: &bytes) }
        if let action { write("action", action, into: &bytes) }
        if isDumped { write("dumped", .bool(true), into: &bytes) }
        if let count = self.bytes { write("bytes", .number(JSONNumber(count)), into: &bytes) }
        if let prefix { write("prefix", .string(prefix), into: &bytes) }
        if let error { write("error", .string(error), into: &bytes) }
        if let cause { write("cause", .number(JSONNumber(cause)), into: &bytes) }
        if let effect { write("effect", .number(JSONNumber(effect)), into: &bytes) }
        if let site { write("site", .string(site), into: &bytes) }
        if let thread { write("thread", .string(thread), into: &bytes) }
        if !redacted.isEmpty { write("redacted", .array(redacted.map { .string($0.description) }), into: &bytes) }
        if let omitted { write("omitted", .object(omitted), into: &bytes) }
        for (key, value) in unknown { write(key, value, into: &bytes) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The members of a line whose name and action are bytes already: what a recorder has in nearly every step.
    package struct Plain {
        private let type: UnsafeBufferPointer<UInt8>
        private let action: UnsafeBufferPointer<UInt8>
        private let store: UnsafeBufferPointer<UInt8>
        private let cause: Int?
        private let effect: Int?
        private let site: [UInt8]?

        /// - Parameters:
        ///   - type: the name, as it stands between the quotes of a JSON string.
        ///   - action: the action as JSON.
        ///   - store: the member that names the store, ``ActionLine/storeMember(_:)``.
        package init(
            type: UnsafeBufferPointer<UInt8>, action: UnsafeBufferPointer<UInt8>, store: UnsafeBufferPointer<UInt8>, cause: Int?,
            effect: Int?, site: String?
        ) {
            self.type = type
            self.action = action
            self.store = store
            self.cause = cause
            self.effect = effect
            self.site = site.map { site in
                var bytes: [UInt8] = []
                ActionLine.write("site", .string(site), into: &bytes)
                return bytes
            }
        }

        /// No fewer than the bytes of the line.
        package var byteCount: Int { type.count + action.count + store.count + (site?.count ?? 0) + 192 }

        /// Writes the live line: the bytes of ``ActionLine/writeHead(step:time:into:)`` and ``ActionLine/writeMembers(into:)``, closed.
        ///
        /// - Returns: how many bytes of the memory it took, which has to have ``byteCount``.
        package func write(step: Int, time: Int, into memory: UnsafeMutableRawBufferPointer) -> Int {
            var writer = LineWriter(memory)
            writer.append(#"{"step":"#)
            writer.append(step)
            writer.append(#","t":"#)
            writer.append(time)
            writer.append(#","type":""#)
            writer.append(type)
            writer.append(UInt8(ascii: "\""))
            writer.append(store)
            writer.append(#","action":"#)
            writer.append(action)
            if let cause {
                writer.append(#","cause":"#)
                writer.append(cause)
            }
            if let effect {
                writer.append(#","effect":"#)
                writer.append(effect)
            }
            site?.withUnsafeBufferPointer { writer.append($0) }
            writer.close()
            return writer.count
        }
    }

    /// The member that names a store, with the comma before it; empty for the main one.
    package static func storeMember(_ store: String) -> [UInt8] {
        var bytes: [UInt8] = []
        if store != mainStore { write("store", .string(store), into: &bytes) }
        return bytes
    }

    /// The beginning of a step's line, before its ``writeMembers(into:)``: `{"step":N,"t":T`.
    package static func writeHead(step: Int, time: Int, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"step":"#.utf8)
        JSONValue.number(JSONNumber(step)).write(into: &bytes)
        bytes.append(contentsOf: #","t":"#.utf8)
        JSONValue.number(JSONNumber(time)).write(into: &bytes)
    }

    private func write(_ key: String, _ value: JSONValue, into bytes: inout [UInt8]) { Self.write(key, value, into: &bytes) }

    private static func write(_ key: String, _ value: JSONValue, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        JSONValue.string(key).write(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(into: &bytes)
    }
}
