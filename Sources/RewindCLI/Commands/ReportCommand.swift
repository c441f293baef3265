import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindViewer

/// `rewind report`: makes a page of a recording.
struct ReportCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the recording as a page that any browser opens, and any command reads.",
        discussion: """
            The page is one HTML file. It needs no network and can't use any: open it with a double click, or attach it to a ticket. It \
            shows what happened, each step, its action, its changes and the state, and what each value ever was. The recording is inside: \
            every command takes the page as a recording.

            The browser has to be Chromium or Edge 133, Firefox 134, or later.

            EXAMPLES
              rewind report Fixtures/crash.rewind -o crash.html
              rewind report latest --last 30s
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var steps: StepsArgument

    @Option(
        name: .shortAndLong, help: "The page to write; by default the recording's name with .html, in the current directory.",
        completion: .file(extensions: ["html"]))
    var output: String?

    @Flag(help: "Replace the page if it exists.")
    var force = false

    func run() throws {
        let editor = try Activity.during("reading") { () throws(RecordingError) in
            try Editor(try Bundles.path(of: bundle.path), whileLive: .save)
        }
        let input = editor.recording.path
        let path = output ?? OutputName.beside(input, suffix: ".html")
        let bytes = try Activity.during("making the page") { try sealed(editor) }
        let manifest = editor.recording.manifest
        let name = OutputName.beside(input, suffix: ".rewind")
        let page = ReportPage(recording: bytes, name: name, title: manifest.title ?? name).html
        try naming(another: "page") {
            let file = try NewFile(path: path, isOutside: [input], replacing: force)
            try file.write(page)
            try file.commit(replacing: force)
        }
        Diagnostics.say("the page is \(RecordingLibrary.nearName(of: path)): open it in a browser")
    }

    /// The bytes of a sealed file with the wanted steps.
    private func sealed(_ editor: Editor) throws -> [UInt8] {
        let recording = editor.recording
        if !steps.isGiven, recording.form == .bundle, let bytes = try sealedBytes(at: recording.path) { return bytes }
        return try TemporaryDirectory.during { directory in
            let file = directory.path + "/part.rewind"
            let part = try editor.trim(to: steps.resolve(in: editor.timeline), output: file)
            for sentence in PartText.remarks(on: part, in: editor.timeline.steps) { Diagnostics.say(sentence) }
            return try FileSystem.read(file, limit: Int(ArchiveLimits.default.bundleBytes))
        }
    }
}
