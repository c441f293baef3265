import ArgumentParser
import RewindEditing
import RewindFormat

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
}
