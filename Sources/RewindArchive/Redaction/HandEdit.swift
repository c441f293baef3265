import RewindFormat

/// What a person did with `rewind annotate` or `rewind attach`, as the manifest's `edits` tell it.
///
/// An app writes no edits: what they say was added is a person's, and no app's.
struct HandEdit {
    /// One thing that was done.
    enum Act {
        case title, note
        case mark(String, step: Int)
        /// Of a mark of the app's, the name is not said: `nil`.
        case unmarked(String?, step: Int)
        case added([String])
        case removed(String)
        case renamed(String, to: String)
    }

    let acts: [Act]
    /// The version that did it, in brackets.
    private let tail: Substring

    /// - Returns: `nil` if the words are of any other edit.
    init?(parsing edit: String) {
        guard edit.hasSuffix(")"), let bracket = edit.lastIndex(of: "("), edit[bracket...].hasPrefix("(rewind "),
            edit[..<bracket].hasSuffix(" ")
        else { return nil }
        let end = edit.index(before: bracket)
        tail = edit[end...]
        var rest = edit[..<end]
        var acts: [Act] = []
        repeat {
            guard let act = Self.act(&rest) else { return nil }
            acts.append(act)
        } while rest.take(", ")
        guard rest.isEmpty else { return nil }
        self.acts = acts
    }

    private static func act(_ rest: inout Substring) -> Act? {
        if rest.take("the title was set") { return .title }
        if rest.take("the note was set") { return .note }
        if rest.take("a mark was removed from step ") { return rest.takeNumber().map { .unmarked(nil, step: $0) } }
        if rest.take("the mark '") {
            let (added, removed) = ("' was added after step ", "' was removed from step ")
            guard let place = [added, removed].compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() else { return nil }
            let name = String(rest[..<place])
            rest = rest[place...]
            if rest.take(added) { return rest.takeNumber().map { .mark(name, step: $0) } }
            return rest.take(removed) ? rest.takeNumber().map { .unmarked(name, step: $0) } : nil
        }
        var names: [String] = []
        repeat {
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
            guard name.hasPrefix("attachments/") else { return nil }
            names.append(String(name))
            rest = rest.dropFirst(name.count)
        } while rest.take(" and ")
        if rest.take(" were added") || rest.take(" was added") { return .added(names) }
        guard names.count == 1 else { return nil }
        if rest.take(" was removed") { return .removed(names[0]) }
        guard rest.take(" was renamed to ") else { return nil }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
        rest = rest.dropFirst(name.count)
        return .renamed(names[0], to: String(name))
    }

    /// The words again, with other names.
    func text(mark: (String, Int) -> String, file: (String) -> String) -> String {
        acts.map { act in
            switch act {
            case .title: "the title was set"
            case .note: "the note was set"
            case .mark(let name, let step): "the mark '\(mark(name, step))' was added after step \(step)"
            case .unmarked(let name, let step): "\(name.map { "the mark '\(mark($0, step))'" } ?? "a mark") was removed from step \(step)"
            case .added(let names): names.map(file).joined(separator: " and ") + (names.count == 1 ? " was added" : " were added")
            case .removed(let name): "\(file(name)) was removed"
            case .renamed(let name, let new): "\(file(name)) was renamed to \(file(new))"
            }
        }
        .joined(separator: ", ") + tail
    }
}

/// What of a recording people added to it.
struct AddedByHand: Sendable {
    private(set) var hasTitle = false
    private(set) var hasNote = false
    /// Names of files that people gave.
    private(set) var names: Set<String> = []
    /// Files that people attached: their titles, too, are people's.
    private(set) var files: Set<String> = []

    /// Nothing.
    init() {}

    /// What a manifest tells, of its recording and of the edits.
    init(_ manifest: Manifest) {
        (hasTitle, hasNote) = (manifest.byHand.contains("title"), manifest.byHand.contains("note"))
        for act in manifest.edits.compactMap({ HandEdit(parsing: $0) }).flatMap(\.acts) {
            switch act {
            case .title: hasTitle = true
            case .note: hasNote = true
            case .mark, .unmarked: break  // a mark says itself whether it is a person's
            case .added(let added):
                names.formUnion(added)
                files.formUnion(added)
            case .removed(let name):
                names.remove(name)
                files.remove(name)
            case .renamed(let name, let new):
                names.remove(name)
                names.insert(new)
                if files.remove(name) != nil { files.insert(new) }
            }
        }
    }
}

extension Recording {
    /// What people added, as a sentence names it: `the note`, `2 marks`, `the name of 1 file`.
    ///
    /// It is not masked. Reads all actions.
    ///
    /// - Parameter titled: whether the title and the note are among it, which a ticket names itself.
    package func wordsAddedByHand(titled: Bool) -> [String] {
        let hand = AddedByHand(manifest)
        let title = titled && hand.hasTitle && manifest.title != nil ? ["the title"] : []
        let note = titled && hand.hasNote && manifest.note != nil ? ["the note"] : []
        let marks = marksByHand.count
        let files = hand.files.intersection(source.names).count
        return title + note + (marks > 0 ? [marks == 1 ? "1 mark" : "\(marks) marks"] : [])
            + (files > 0 ? [files == 1 ? "the name of 1 file" : "the names of \(files) files"] : [])
    }
}

extension [MarkLine] {
    /// What people wrote in them.
    package var words: [String] { flatMap { [$0.name, $0.note].compactMap(\.self) } }
}

extension Substring {
    /// Takes a beginning away, if it is there.
    fileprivate mutating func take(_ words: String) -> Bool {
        guard hasPrefix(words) else { return false }
        self = dropFirst(words.count)
        return true
    }

    /// Takes digits away; `nil` if they are no number.
    fileprivate mutating func takeNumber() -> Int? {
        let digits = prefix { $0.isASCII && $0.isNumber }
        self = dropFirst(digits.count)
        return Int(digits)
    }
}
