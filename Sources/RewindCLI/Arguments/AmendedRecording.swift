import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindSystem

/// The options of commands that add to a recording, in a new file or in place.
struct AmendedRecording: ParsableArguments {
    @OptionGroup var new: NewRecording

    @Flag(help: "Change the recording itself: it is replaced once the changed one is complete and on disk, and stays if anything fails.")
    var inPlace = false

    func validate() throws {
        if inPlace, new.output != nil { throw ValidationError("--in-place and -o can't be used together") }
    }

    /// Returns an editor of a recording, and the path to write to.
    func editor(_ input: String, suffix: String) throws -> (editor: Editor, output: String) {
        if inPlace, input == "-" { throw ValidationError("standard input can't be edited in place: name a file with -o") }
        var editor = try new.editor(input)
        let output = inPlace ? try editor.editInPlace() : new.path(for: editor.recording.path, suffix: suffix)
        return (editor, output)
    }

    /// Says which page and text beside a recording that was changed in place are older than it now, and what renews the page.
    func sayWhatIsOlder(than recording: Recording) {
        guard inPlace else { return }
        let stem = OutputName.stem(of: recording.path)
        let older = [".html", ".md"].map { stem + $0 }.filter { FileSystem.kind(of: $0) == .file }.map(RecordingLibrary.nearName)
        if older.isEmpty { return }
        let (name, page) = (RecordingLibrary.nearName(of: recording.path), stem + ".html")
        let renewal =
            FileSystem.kind(of: page) == .file
            ? "; 'rewind report \(name.shellQuoted) -o \(RecordingLibrary.nearName(of: page).shellQuoted) --force' writes the page anew"
            : ""
        Diagnostics.say("\(older.joined(separator: " and ")) \(older.count == 1 ? "is" : "are") older than \(name) now\(renewal)")
    }
}
