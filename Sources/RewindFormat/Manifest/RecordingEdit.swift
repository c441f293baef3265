package import RewindValue

/// Something that was done to a recording after it was made, as data: `{"kind":"mark","name":"here","step":66,"by":"rewind 0.1.0"}`.
///
/// An app writes none: what they name is a person's. What this version does not know is kept.
package struct RecordingEdit: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case title, note
        /// A mark was added after a step, or removed from one.
        case mark, unmark
        /// A file was attached, removed, or renamed to ``RecordingEdit/newName``.
        case attach, remove, rename
        /// It was made of another program's file, ``RecordingEdit/origin``; its steps were numbered anew, since that had other numbers.
        case imported = "import"
        case renumber
        /// Only some steps were kept, or none but the state ``after`` one.
        case trim
        /// Actions were left out, keeping those that a person described in ``RecordingEdit/words``.
        case filter
        /// Secrets were removed, for a ticket.
        case redact
        /// Parts of one recording were joined end to end, or recordings were put on one clock.
        case join, merge
        /// It was cut down to the steps that show ``RecordingEdit/until``; a value of an action was made shorter.
        case minimize, shorten
        /// The app's reducer computed its states, of actions that a person had changed, as ``RecordingEdit/words`` say.
        case recompute
        /// Anything else, in ``RecordingEdit/words``.
        case change
    }

    package var members: JSONObject

    /// Parses an edit in a manifest; `nil` if it is neither an object nor a sentence, which edits were before they were data.
    package init?(json: JSONValue) {
        switch json {
        case .object(let object): members = object
        case .string(let words): members = ["kind": .string(Kind.change.rawValue), "words": .string(words)]
        default: return nil
        }
    }

    /// - Parameter by: the version that did it.
    package init(_ kind: Kind, name: String? = nil, newName: String? = nil, step: Int? = nil, words: String? = nil, by: String? = nil) {
        members = ["kind": .string(kind.rawValue)]
        (self.name, self.newName, self.words) = (name, newName, words)
        if let step { members["step"] = .number(JSONNumber(step)) }
        members["by"] = by.map(JSONValue.string)
    }

    /// The same, of a kind that has members of its own.
    package init(_ kind: Kind, _ members: [(String, JSONValue?)], words: String? = nil) {
        self.init(kind)
        for (key, value) in members { self.members[key] = value }
        self.words = words
    }

    /// The steps `first` to `last` of `all`, or the state after the first of them.
    ///
    /// - Parameter later: how the process ended after them.
    package static func trim(to steps: ClosedRange<Int>?, after step: Int, of all: ClosedRange<Int>, later: Ending.How?) -> RecordingEdit {
        RecordingEdit(
            .trim,
            [
                ("steps", steps?.json), ("after", steps == nil ? .number(JSONNumber(step)) : nil), ("of", all.json),
                ("later", (later?.rawValue).map(JSONValue.string)),
            ])
    }

    /// The kind of edit; `nil` if this version does not know it.
    package var kind: Kind? { members["kind"]?.string.flatMap(Kind.init) }

    /// The name of a mark, or of a file.
    package var name: String? {
        get { members["name"]?.string }
        set { members["name"] = newValue.map(JSONValue.string) }
    }

    /// The new name of a file that was renamed.
    package var newName: String? {
        get { members["to"]?.string }
        set { members["to"] = newValue.map(JSONValue.string) }
    }

    /// The version that did it.
    package var by: String? {
        get { members["by"]?.string }
        set { members["by"] = newValue.map(JSONValue.string) }
    }

    /// What it was imported from.
    package var origin: String? { members["origin"]?.string }

    /// What else was done, in words for people; no tool looks into them.
    package var words: String? {
        get { members["words"]?.string }
        set { members["words"] = newValue.map(JSONValue.string) }
    }

    /// What a recording was minimized to show: `crash`, or an expression on the state.
    package var until: String? {
        get { members["until"]?.string }
        set { members["until"] = newValue.map(JSONValue.string) }
    }

    /// Which of the recordings that were merged it was done to.
    package var part: String? {
        get { members["part"]?.string }
        set { members["part"] = newValue.map(JSONValue.string) }
    }

    /// A sentence, for people: `the mark 'here' was added after step 66 (rewind 0.1.0)`.
    package var text: String {
        let name = name ?? ""
        let step = members["step"].map { $0.jsonText } ?? "?"
        let what =
            switch kind {
            case .title: "the title was set"
            case .note: "the note was set"
            case .mark: "the mark '\(name)' was added after step \(step)"
            case .unmark: "\(name.isEmpty ? "a mark" : "the mark '\(name)'") was removed from step \(step)"
            case .attach: "\(name) was added"
            case .remove: "\(name) was removed"
            case .rename: "\(name) was renamed to \(newName ?? "")"
            case .imported: "imported from \(origin ?? "another program's file")"
            case .renumber: "the steps were numbered anew, and their causes are not kept"
            case .trim: trimmed
            case .filter: "\(number("dropped")) of \(number("of")) steps were left out, keeping \(words ?? "others")"
            case .redact: "secrets were removed, for a ticket"
            case .join: "\(number("count")) parts were put together"
            case .merge:
                (members["parts"]?.array ?? []).compactMap { $0.string }.joined(separator: " and ") + " were put on one clock"
            case .minimize:
                "minimized to \((members["kept"]?.array ?? []).count) of \(number("of")) steps, which were "
                    + (members["kept"]?.array ?? []).map { $0.jsonText }.joined(separator: ", ")
                    + ", until \(until.map { $0 == "crash" ? $0 : "'\($0)'" } ?? "?")"
            case .shorten: "\(members["at"]?.string ?? "a value") of step \(step) is shorter than it was recorded"
            case .recompute: words.map { "what if: \($0)" } ?? "every state was computed by the app's reducer"
            case .change, nil: words ?? members["kind"]?.string ?? "it was changed"
            }
        return (part.map { $0 + ": " } ?? "") + what + (by.map { " (\($0))" } ?? "")
    }

    private func number(_ key: String) -> String { members[key]?.jsonText ?? "?" }

    private var trimmed: String {
        func range(_ key: String) -> String? {
            ClosedRange(json: members[key], in: FormatLimits.stepNumbers).map { "\($0.lowerBound) to \($0.upperBound)" }
        }
        let kept = range("steps").map { "steps \($0)" } ?? "the state after step \(number("after"))"
        let end =
            switch members["later"]?.string.flatMap({ Ending.How(rawValue: $0) }) {
            case .crashed: "; the app crashed later"
            case .killed: "; the app was killed later"
            case .exited: "; the app exited later"
            case .died: "; the app died later"
            case .recording, .finished, .unknown, nil: ""
            }
        return "only \(kept) of \(range("of") ?? "?") \(members["steps"] == nil ? "was" : "were") kept" + end
    }
}
