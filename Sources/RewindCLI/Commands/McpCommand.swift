import ArgumentParser
import RewindFormat
import RewindSystem

/// `rewind mcp`: a server of the Model Context Protocol.
struct McpCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an assistant ask recordings, and experiment with them: a server of the Model Context Protocol.",
        discussion: """
            It speaks the protocol over standard input and output, in the revisions 2026-07-28 and 2025-11-25, and ends with its input. In the \
            configuration of most assistants, these lines start it:

              {"mcpServers": {"rewind": {"command": "rewind", "args": ["mcp", "recordings/"]}}}

            It has eight tools that read: story, log, show, diff, blame, history, find and check. With a host there are two more: try reduces \
            other actions than those that were recorded, and prove finds the few actions that show a bug, and writes a test that fails.

            Only the recordings that are named are opened, and those in the folders that are named; where a link leads elsewhere, it is not \
            followed. Nothing is written, unless --write names a folder for what 'prove' makes. What a recording says is marked as a quotation.

            \(HostOption.help) A host is never taken from a recording.

            EXAMPLES
              rewind mcp Fixtures/crash.rewind
              rewind mcp recordings/ --host '.build/debug/Episodes --host'
            """)

    @Argument(
        help: ArgumentHelp("Recordings, and folders of them; by default 'latest'.", valueName: "recording|folder"), completion: .file())
    var recordings: [String] = []

    @OptionGroup var host: HostOption

    @Option(
        help: ArgumentHelp(
            "The folder that 'prove' writes its test and recording to; by default, they are only shown.", valueName: "folder"),
        completion: .directory)
    var write: String?

    func validate() throws {
        if recordings.contains("-") { throw ValidationError("standard input is the assistant's: name a recording, or a folder of them") }
    }

    func run() throws {
        let host = host.isNamed ? try host.command() : nil
        if let write, FileSystem.kind(of: write) != .directory {
            throw RecordingError(.notFound, "is no folder", path: write, advice: "Make it, or name another one with --write")
        }
        let recordings = try AssistantRecordings(recordings)
        let folder = write.map(FileSystem.absolutePath)
        if let standIn = ProcessStandIn.current {
            let server = AssistantServer(AssistantTools(recordings: recordings, host: host, folder: folder)) { bytes in
                _ = standIn.during { StandardStream.output.write(bytes) }
            }
            return AssistantInput.serve(server)
        }
        let write = StandardStream.redirectOutput()
        try Hosts.running {
            try TemporaryDirectory.with { temporary in
                let tools = AssistantTools(recordings: recordings, host: host, folder: folder, temporary: temporary)
                // What is written to a closed pipe is not read; then the input ends soon, too.
                AssistantInput.serve(AssistantServer(tools) { _ = write($0) })
            }
        }
    }
}
