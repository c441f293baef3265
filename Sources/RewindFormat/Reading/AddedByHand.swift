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

extension Recording {
    /// What people added, as phrases: `the note`, `2 marks`, `the name of 1 file`.
    ///
    /// These parts are not masked. Reads all actions.
    ///
    /// - Parameter titled: whether to include the title and the note, which a ticket names itself.
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
