import ArgumentParser
import RewindAge
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// The option that names the folder of the app's sources.
struct SourceOption: ParsableArguments {
    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "The folder of the app's sources, whose lines are shown; by default \"source\" of the nearest \(ProjectFile.name), or else the "
                + "files that the debug information of the crash names.", valueName: "dir"), completion: .directory)
    var folder: String?

    func validate() throws {
        if let folder, FileSystem.kind(of: folder) != .directory {
            throw ValidationError("--source \(folder): \(FileSystem.kind(of: folder) == nil ? "no such directory" : "not a directory")")
        }
    }

    /// Finds the sources of the app that a recording is of.
    func finder(for recording: Recording) -> SourceExcerpt.Finder {
        SourceFiles(in: folder ?? ProjectFile.nearest?.sourceFolder, of: recording).finder
    }
}

/// The sources that go along with what a command writes.
struct SourcesAlong: ParsableArguments {
    @Flag(help: "Take the lines of source along where it crashed and where the action was sent: they show your code, unmasked.")
    var sources = false

    @OptionGroup var source: SourceOption

    func validate() throws {
        if source.folder != nil, !sources { throw ValidationError("--source does nothing without --sources: no source goes along") }
    }

    /// The lines that go along, with the step that they are about; `nil` if none are wanted or found.
    ///
    /// - Parameter original: the recording as it was made here, which knows of its program what one to be sent does not.
    func text(of timeline: Timeline, original: Recording) throws -> (step: Int?, lines: [Line])? {
        guard sources else { return nil }
        let row = try CrashQuestion(try? original.crash()).answer(of: timeline)
        let found = CrashReport(row, source: source.finder(for: original)).sources
        let lines = found.crash + (found.crash.isEmpty || found.dispatch.isEmpty ? [] : [Line()]) + found.dispatch
        if lines.isEmpty {
            Diagnostics.say("no source goes along: there is no crash, or its files are not here (--source names their folder)")
        }
        return lines.isEmpty ? nil : (row.story.step?.number, lines)
    }

    /// A recording with these lines as a file in it, for its page; the recording itself if there are none.
    ///
    /// - Parameter directory: where the new recording is made.
    func added(_ text: (step: Int?, lines: [Line])?, to recording: Recording, in directory: TemporaryDirectory) throws -> Recording {
        guard let text else { return recording }
        var editor = try Editor(recording.path)
        if isSealedForRecipients(recording.path) { editor.recipients = [Identity().recipient] }  // for this process only
        let steps = editor.timeline.steps
        let file = Attachment(
            path: "source.txt", bytes: Array(text.lines.map { $0.trimmed.text + "\n" }.joined().utf8), title: "the source where it crashed",
            step: text.step.flatMap { steps.contains($0) ? $0 : nil })
        return try editor.attach(AttachmentChanges(adding: [file]), output: directory.path + "/with-sources.rewind").recording
    }
}
