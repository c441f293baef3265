import ArgumentParser
import RewindArchive
import RewindFormat
import RewindLive
import RewindSystem
import RewindViewer

/// `rewind view`: shows a recording in the browser.
struct ViewCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Show a recording as a page in the browser, and follow it while the app records.",
        discussion: """
            The page is that of 'rewind report'. It comes from this machine and stays on it: the address is known to your browser only, and \
            nothing is sent elsewhere. While the app records, the page follows. C-c ends it; the page keeps what it shows.

            Without a recording, the page waits for one to be dropped onto it.

            EXAMPLES
              rewind view Fixtures/crash.rewind
              rewind view latest
              rewind view --no-open --port 8000 latest
            """)

    @Argument(
        help: ArgumentHelp("A recording: a sealed file, a directory that an app records into, or 'latest'.", valueName: "bundle"),
        completion: .file())
    var bundle: String?

    @Option(help: "The port to serve the page on; by default a free one.")
    var port: UInt16 = 0

    @Flag(inversion: .prefixedNo, help: "Open the browser; with --no-open, only the page's address is printed.")
    var open = true

    func run() throws {
        try TemporaryDirectory.with { directory in
            let path = try bundle.map { name throws(RecordingError) in try Bundles.path(of: name) }
            let recording = try Activity.during("reading") { try path.map { try ViewedRecording($0, in: directory) } }
            let name = path.map { OutputName.beside($0) } ?? ""
            let page = ReportPage(recordingPath: recording == nil ? "" : "recording", name: name, title: name.isEmpty ? "Rewind" : name)
                .html
            try runBlocking { [port, open] in
                let server = try await PageServer(port: port)
                StandardOutput.write("\(server.url)\n".utf8)
                StandardOutput.flush()
                Diagnostics.say(path == nil ? "C-c ends this" : "C-c ends this; the page keeps what it shows")
                if open { try Browser.open(server.url, in: directory) }
                await server.run { name, query in
                    switch name {
                    case "": PageServer.Page(type: "text/html; charset=utf-8", bytes: page)
                    case "recording": try await recording?.page(after: Int(query.dropFirst("after=".count)) ?? 0)
                    default: nil
                    }
                }
            }
        }
    }
}
