package import RewindValue

/// Something that a recording has lost, as data: `{"kind":"states","steps":[41,43]}`.
///
/// `rewind info` has it in words. What this version does not know of it is kept.
public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// What is lost.
    package var kind: Kind
    /// The steps that it concerns, as the recording numbers them, of ``part`` only if it names one; `nil` if none in particular.
    package var steps: ClosedRange<Int>?
    /// Whether ``steps`` are numbers of the part alone, which the merged recording does not have.
    package var hasOwnNumbers = false
    /// The store whose states it concerns; `nil` for all.
    package var store: String?
    /// How many of them there are, where their steps are not listed.
    package var count: Int?
    /// The recording of several that lost it, by its name there; parts of a part are separated by slashes.
    package var part: String?
    /// How it was lost, if more is known than the kind.
    package var reason: Reason?
    /// A sentence, as recordings had before losses were data; no tool looks into it.
    package var text: String?
    /// Members that this version does not know, and a kind that it does not know.
    package var unknown: JSONObject = [:]

    package enum Kind: String, Sendable, CaseIterable {
        /// Steps whose actions are lost; without steps, it is not known which.
        case actions
        /// Steps of whose actions only the beginning is there.
        case payloads
        /// Steps whose states are lost.
        case states
        /// Steps whose states have their lines, but are not known, or may be wrong.
        case knowledge
        /// Values of the app that could not be encoded.
        case values
        /// Bytes, or a whole file.
        case damage
        /// Steps that are not in the recording.
        case gap
        /// Of a later version, or a sentence.
        case unknown
    }

    /// How something was lost: a kind, and the members that this kind has.
    package struct Reason: Sendable, Hashable {
        package var kind: Kind
        /// The file that is damaged or missing.
        package var entry: String?
        /// The offset of damaged bytes in the file, and how many they are.
        package var offset: Int?
        package var bytes: Int?
        /// How many lines of a damaged stream are kept, which nothing vouches for.
        package var kept: Int?
        /// Where in a state.
        package var place: JSONPointer?
        /// The rule of the format that was broken, as `rewind doctor` calls it.
        package var rule: String?
        /// The words of an error, for people; no tool looks into them.
        package var error: String?
        /// Members that this version does not know, and a kind that it does not know.
        package var unknown: JSONObject = [:]

        package enum Kind: String, Sendable, CaseIterable {
            // Of damaged bytes: as in `Damage`.
            case checksum, malformed, zeros
            // Of a file.
            case missing, damaged
            /// It is damaged, and not in the recording any more.
            case leftOut = "left-out"
            /// It ends too early.
            case cutOff = "cut-off"
            /// No bundle may hold a file of that name.
            case forbiddenName = "forbidden-name"
            /// Sound lines that broke a rule of the format were left out, or what the manifest said.
            case unsound
            // Of steps.
            /// They could not be written.
            case unwritten
            /// They are in none of the parts that were joined.
            case inNoPart = "in-no-part"
            // Of a state.
            /// The patches do not lead to what the state encodes to.
            case differs
            /// Of a later version.
            case unknown
        }

        package init(_ kind: Kind, entry: String? = nil) {
            self.kind = kind
            self.entry = entry
        }
    }

    package init(_ kind: Kind, of steps: ClosedRange<Int>? = nil, store: String? = nil, count: Int? = nil, _ reason: Reason? = nil) {
        (self.kind, self.steps, self.store, self.count, self.reason) = (kind, steps, store, count, reason)
    }

    /// A sentence of a recording that has no losses as data.
    package init(text: String) {
        self.init(.unknown)
        self.text = text
    }

    /// The loss of a file, or of a part of it.
    package static func damage(_ reason: Reason.Kind, to entry: String) -> Loss { Loss(.damage, Reason(reason, entry: entry)) }

    /// That the manifest had to be made anew.
    package static let manifest = damage(.damaged, to: Manifest.entryName)

    /// The loss as JSON, as the manifest has it.
    public var description: String { json.jsonText }
}

extension Loss {
    /// Whether what it lacks may be what a crash report says.
    package var isOfCrashReport: Bool { reason?.entry.map { Crash.files.contains($0) } ?? false }

    /// Whether the action of a step, or of a later one, is missing.
    package func lacksAction(from step: Int) -> Bool {
        kind == .actions && !hasOwnNumbers && (steps?.upperBound ?? -1) >= step
    }

    /// What of it concerns some steps, or no particular steps; `nil` for nothing.
    package func clipped(to range: ClosedRange<Int>?) -> Loss? {
        guard let steps, !hasOwnNumbers else { return self }
        guard let range, steps.overlaps(range) else { return nil }
        var clipped = self
        clipped.steps = steps.clamped(to: range)
        return clipped
    }

    /// The loss in a recording into which this one was merged under a name, where steps of others may be between its own.
    ///
    /// - Parameter renumbered: the new numbers of some steps, and the steps that have none.
    package func merged(
        as name: String, renumbered: (ClosedRange<Int>) -> (new: ClosedRange<Int>?, rest: [ClosedRange<Int>])
    ) -> [Loss] {
        var loss = self
        loss.part = part.map { "\(name)/\($0)" } ?? name
        loss.store = store.map { "\(name)/\($0)" }
        guard let steps, !hasOwnNumbers else { return [loss] }
        let (new, rest) = renumbered(steps)
        return [new].compactMap { $0.map { loss.with($0, areOwn: false) } } + rest.map { loss.with($0, areOwn: true) }
    }

    private func with(_ steps: ClosedRange<Int>, areOwn: Bool) -> Loss {
        var loss = self
        (loss.steps, loss.hasOwnNumbers) = (steps, areOwn)
        return loss
    }
}

// MARK: JSON

extension Loss {
    /// The loss in a manifest: an object, or a sentence of an older recording; anything else is kept as text.
    package init(json: JSONValue) {
        guard var rest = json.object else {
            self.init(text: json.string ?? json.jsonText)
            return
        }
        self.init(.unknown)
        if let known = rest["kind"]?.string.flatMap({ Kind(rawValue: $0) }) {
            kind = known
            rest["kind"] = nil
        }
        if let pair = ClosedRange(json: rest["steps"], in: FormatLimits.stepNumbers) {
            steps = pair
            rest["steps"] = nil
        }
        if rest["ownNumbers"] == true {
            hasOwnNumbers = true
            rest["ownNumbers"] = nil
        }
        store = rest.removeString(forKey: "store")
        count = rest.removeCount(forKey: "count")
        part = rest.removeString(forKey: "part")
        text = rest.removeString(forKey: "text")
        if let object = rest["reason"]?.object {
            reason = Reason(object)
            rest["reason"] = nil
        }
        unknown = rest
    }

    package var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        object["steps"] = steps?.json
        if hasOwnNumbers { object["ownNumbers"] = true }
        object["store"] = store.map(JSONValue.string)
        object["count"] = count.map { .number(JSONNumber($0)) }
        object["part"] = part.map(JSONValue.string)
        object["reason"] = reason.map { .object($0.json) }
        object["text"] = text.map(JSONValue.string)
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Loss.Reason {
    init(_ object: JSONObject) {
        var rest = object
        self.init(.unknown)
        if let known = rest["kind"]?.string.flatMap({ Kind(rawValue: $0) }) {
            kind = known
            rest["kind"] = nil
        }
        entry = rest.removeString(forKey: "entry")
        offset = rest.removeCount(forKey: "offset")
        bytes = rest.removeCount(forKey: "bytes")
        kept = rest.removeCount(forKey: "kept")
        if let text = rest["at"]?.string, let pointer = try? JSONPointer(parsing: text) {
            place = pointer
            rest["at"] = nil
        }
        rule = rest.removeString(forKey: "rule")
        error = rest.removeString(forKey: "error")
        unknown = rest
    }

    var json: JSONObject {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        object["entry"] = entry.map(JSONValue.string)
        object["offset"] = offset.map { .number(JSONNumber($0)) }
        object["bytes"] = bytes.map { .number(JSONNumber($0)) }
        object["kept"] = kept.map { .number(JSONNumber($0)) }
        object["at"] = place.map { .string($0.description) }
        object["rule"] = rule.map(JSONValue.string)
        object["error"] = error.map(JSONValue.string)
        for (key, value) in unknown { object[key] = value }
        return object
    }
}

extension JSONObject {
    /// Removes and returns a text; leaves anything else under that name.
    fileprivate mutating func removeString(forKey key: String) -> String? {
        guard let text = self[key]?.string else { return nil }
        self[key] = nil
        return text
    }

    /// The same for a number of bytes, lines or values.
    fileprivate mutating func removeCount(forKey key: String) -> Int? {
        guard let count = self[key]?.int(in: FormatLimits.counts) else { return nil }
        self[key] = nil
        return count
    }
}
