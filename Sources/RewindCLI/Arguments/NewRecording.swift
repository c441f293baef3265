import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat

/// The recording that a command makes of another one.
struct NewRecording: ParsableArguments {
    @Option(
        name: .shortAndLong, help: "The file to write; by default the name and what was done, in the current directory.",
        completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws { try OutputName.check(output) }

    /// The path to write to.
    func path(for input: String, suffix: String) -> String { output ?? OutputName.beside(input, suffix: "-\(suffix).rewind") }

    /// An editor of a recording.
    func editor(_ input: String) throws -> Editor {
        var editor = try Activity.during("reading") { () throws(RecordingError) in try Editor(try Bundles.path(of: input)) }
        editor.overwrites = force
        return editor
    }

    /// Does the work that makes files.
    func writing<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
        try Activity.during(name) { try naming { try work() } }
    }

    /// Says what was made.
    static func announce(_ words: String, _ recording: Recording) throws {
        Diagnostics.say("\(words), in \(RecordingLibrary.nearName(of: recording.path))")
    }
}
