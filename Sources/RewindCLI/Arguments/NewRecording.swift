import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindRendering
import RewindSystem

/// The options for a recording that a command makes from another one.
struct NewRecording: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The file to write; by default one in the current directory, named after the recording: bug.rewind, bug-trimmed.rewind.",
        completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws { try OutputName.check(output) }

    /// The path to write to; if none was given, and unless a file is to be replaced, a name that is not taken.
    ///
    /// - Parameter recipients: whom the file is sealed for.
    func path(for input: String, suffix: String, sealed recipients: RecipientsOption? = nil) -> String {
        if let output { return recipients?.path(output) ?? output }
        let (name, ending) = (OutputName.beside(input, suffix: "-\(suffix)"), ".rewind" + (recipients?.suffix ?? ""))
        return force ? name + ending : OutputName.free(name, suffix: ending)
    }

    func editor(_ input: String) throws -> Editor {
        var editor = try Activity.during("reading") { () throws(RecordingError) in try Editor(try Bundles.path(of: input)) }
        editor.overwrites = force
        return editor
    }

    /// Runs the work that writes the files.
    func writing<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
        try Activity.during(name) { try naming { try work() } }
    }

    static func announce(_ words: String, _ recording: Recording) throws {
        Diagnostics.say("\(words), in \(RecordingLibrary.nearName(of: recording.path))")
    }
}

extension Recording {
    /// Reports a sealed recording, records it as the newest unless it is for others, and ends with status 3 if anything was lost.
    ///
    /// - Parameter original: the recording it was made from.
    func announceSealed(madeOf original: String) throws {
        for line in sealedWords { Diagnostics.say(line) }
        if !isSealedForRecipients(path) { Bundles.remember(path, madeOf: original) }
        if !losses.isEmpty { throw ExitStatus.lossy }
    }
}
