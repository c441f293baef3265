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
        /// It was made of another program's file, in ``RecordingEdit/words``.
        case imported = "import"
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

    /// What else was done, in words.
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
            case .imported, .change, nil: words ?? members["kind"]?.string ?? "it was changed"
            }
        return (part.map { $0 + ": " } ?? "") + what + (members["by"]?.string.map { " (\($0))" } ?? "")
    }
}
