/// The parts of a recording that people added.
package struct AddedByHand: Sendable {
    package private(set) var hasTitle = false
    package private(set) var hasNote = false
    /// Names of files that people gave.
    package private(set) var names: Set<String> = []
    /// Files that people attached, whose titles are theirs too.
    package private(set) var files: Set<String> = []

    /// Reads what a manifest says about its recording and its edits.
    ///
    /// - Parameter adding: files that are being added.
    package init(_ manifest: Manifest, files adding: Set<String> = []) {
        files = adding
        names = adding
        (hasTitle, hasNote) = (manifest.byHand.contains("title"), manifest.byHand.contains("note"))
        for edit in manifest.edits {
            let name = edit.name ?? ""
            switch edit.kind {
            case .title: hasTitle = true
            case .note: hasNote = true
            case .attach:
                names.insert(name)
                files.insert(name)
            case .remove:
                names.remove(name)
                files.remove(name)
            case .rename:
                names.remove(name)
                if let new = edit.newName {
                    names.insert(new)
                    if files.remove(name) != nil { files.insert(new) }
                }
            case .mark, .unmark, .imported, .renumber, .trim, .filter, .redact, .join, .merge, .minimize, .shorten, .recompute, .change,
                nil:
                break  // a mark says itself whether it is a person's
            }
        }
    }
}

extension AddedByHand {
    /// Something that people added, which is not masked.
    package enum Part: Sendable, Equatable {
        case title, note
        case marks(Int)
        /// The names of a number of files.
        case fileNames(Int)
    }
}

extension Recording {
    /// What people added.
    ///
    /// These parts are not masked. Reads all actions.
    ///
    /// - Parameter titled: whether to include the title and the note, which a ticket names itself.
    package func partsAddedByHand(titled: Bool) -> [AddedByHand.Part] {
        let hand = AddedByHand(manifest)
        var parts: [AddedByHand.Part] = []
        if titled, hand.hasTitle, manifest.title != nil { parts.append(.title) }
        if titled, hand.hasNote, manifest.note != nil { parts.append(.note) }
        let marks = marksByHand.count
        if marks > 0 { parts.append(.marks(marks)) }
        let files = hand.files.intersection(source.names).count
        if files > 0 { parts.append(.fileNames(files)) }
        return parts
    }
}
