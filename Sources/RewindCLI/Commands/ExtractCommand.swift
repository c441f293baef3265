import ArgumentParser
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind extract`: extracts files and states from a recording.
struct ExtractCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Extract attachments, the crash report or states from a recording into files.",
        discussion: """
            Without names, all attachments are written, to the current directory or to that of -o, and nowhere else. '-o -' writes a \
            single item to standard output; \
            a single one that was asked for is written to -o itself, if that ends like a file, as in 'state.json'.

            EXAMPLES
              rewind extract Fixtures/crash.rewind --list
              rewind extract Fixtures/crash.rewind stderr.txt -o -
              rewind extract Fixtures/crash.rewind --state 66 -o state.json
              rewind extract Fixtures/crash.rewind --crash -o - | jq .signal
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The attachments, by file name or title; by default all, unless --state or --crash is given.", completion: .file())
    var names: [String] = []

    @Flag(help: "List what can be extracted.")
    var list = false

    @Option(help: "Extract the state after this step, as JSON; may be given several times.", transform: StepReference.argument)
    var state: [StepReference] = []

    @Flag(help: "Extract the crash report, crash.json.")
    var crash = false

    @OptionGroup var store: StoreOption

    @Option(
        name: .shortAndLong, help: "The directory to write to, a file for a single item, or '-' for standard output.",
        completion: .directory)
    var output: String = "."

    @Flag(help: "Replace files that exist.")
    var force = false

    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        if list, !names.isEmpty || !state.isEmpty || crash { throw ValidationError("--list can't be used with names, --state or --crash") }
    }

    func run() throws {
        let recording = try bundle.open()
        var extraction = Extraction(of: recording)
        extraction.overwrites = force
        if list { return show(extraction.items) }
        let items = try items(of: extraction)
        let timeline = try Timeline.ofProject(recording)
        let steps = try state.map { try $0.resolve(in: timeline) }
        guard output != "-" else { return try writeOne(items, steps, extraction, timeline) }
        let texts = try steps.map { try text(of: $0, in: timeline) }
        try Interruption.cleaningUp {
            if let file = singleFile {
                let bytes = try items.first.map(extraction.content) ?? texts.first.map { Array($0.utf8) } ?? []
                return say(try naming { try extraction.write(bytes, to: file.name, below: file.directory) })
            }
            for item in items { say(try extraction.write(item, below: output)) }
            for (step, text) in zip(steps, texts) {
                let name =
                    "state-\(step)" + (store.name.map { "-" + $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } } ?? "") + ".json"
                say(try extraction.write(Array(text.utf8), to: name, below: output))
            }
        }
    }

    /// The file that -o names, if a single item was requested and the name looks like a file's and is not a directory.
    private var singleFile: (directory: String, name: String)? {
        guard names.count + state.count + (crash ? 1 : 0) == 1, FileSystem.kind(of: output) != .directory else { return nil }
        let file = FileSystem.parts(of: output)
        guard let dot = file.name.lastIndex(of: "."), dot != file.name.startIndex, file.name[dot...].count > 1 else { return nil }
        return file
    }

    /// Reports a written file, by its name relative to the current directory.
    private func say(_ path: String) { Diagnostics.say("wrote \(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)") }

    /// Writes the single requested item to standard output.
    private func writeOne(_ items: [Extraction.Item], _ steps: [Int], _ extraction: Extraction, _ timeline: Timeline) throws {
        guard items.count + steps.count == 1 else {
            throw ValidationError("-o - writes one item, not \(items.count + steps.count)")
        }
        if let item = items.first { StandardOutput.write(foreign: try extraction.content(of: item)) }
        if let step = steps.first { StandardOutput.write(foreign: Array(try text(of: step, in: timeline).utf8)) }
    }

    private func text(of step: Int, in timeline: Timeline) throws -> String {
        try timeline.state(at: step, store: try timeline.checked(store: store.name)).get().prettyText + "\n"
    }

    /// The requested files.
    private func items(of extraction: Extraction) throws -> [Extraction.Item] {
        let all = extraction.items
        let attachments = all.filter { $0.name != Crash.entryName }
        var wanted: [Extraction.Item] = []
        for name in names {
            let found = extraction.items(named: name)
            if found.count > 1 {
                throw NegativeAnswer(description: "'\(name)' is ambiguous: there are \(found.map(\.fileName).joined(separator: ", "))")
            }
            guard let item = found.first else {
                let there = attachments.isEmpty ? "" : ", only " + attachments.map(\.fileName).joined(separator: ", ")
                throw NegativeAnswer(description: "there is no attachment '\(name)' in \(extraction.recording.path)\(there)")
            }
            wanted.append(item)
        }
        if crash {
            guard let item = all.first(where: { $0.name == Crash.entryName }) else {
                throw NegativeAnswer(description: "there is no crash report in \(extraction.recording.path)")
            }
            wanted.append(item)
        }
        if names.isEmpty, !crash, state.isEmpty {
            if attachments.isEmpty { throw NegativeAnswer(description: "there are no attachments in \(extraction.recording.path)") }
            return attachments
        }
        return wanted
    }

    private func show(_ items: [Extraction.Item]) {
        let console = outputOptions.console
        if outputOptions.json {
            for item in items { console.print(json: item.json) }
        } else {
            var table = Table(header: ["BYTES", "STEP", "TYPE", "NAME"])
            for item in items {
                let name = item.fileName + (item.title.map { "  \($0)" } ?? "")
                table.add([item.bytes.map(String.init) ?? "", item.step.map(String.init) ?? "", item.type ?? "", name])
            }
            console.print(table.lines)
        }
    }
}
