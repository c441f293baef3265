import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// Has a person edit a text in the editor of their choice.
enum TextEditor {
    /// The text after editing; `nil` if it stayed as it was.
    ///
    /// - Throws: `Debugger.Problem` if there is no editor, or it did not end well.
    static func edit(_ text: String, name: String) throws -> String? {
        let folder = try TemporaryDirectory()
        let file = "\(folder.path)/\(name).json"
        try FileSystem.replace(file, with: Array(text.utf8))
        defer { folder.remove() }
        let editor = ["VISUAL", "EDITOR"].lazy.compactMap { SystemFacts.environment($0) }.first { !$0.isEmpty } ?? "vi"
        let input = StandardStream.input.isTerminal ? "/dev/tty" : "/dev/null"
        let exit: ChildProcess.Exit
        do {
            exit = try ShellRun.run("\(editor) \"$REWIND_EDITED\"", input: input, environment: ["REWIND_EDITED": file])
        } catch {
            throw Debugger.Problem("\(error)")
        }
        guard exit == .status(0) else {
            throw Debugger.Problem("the editor '\(editor)' did not end well (\(exit.words)), so nothing was done; EDITOR names another")
        }
        let edited = HandedText.text(try FileSystem.read(file, limit: 1 << 30))
        return edited == text ? nil : edited
    }

    /// Asks a person whether to edit again what was refused; `false` where nobody could answer.
    static func asksAgain(because reason: String) -> Bool {
        var prompt = Prompt()
        guard prompt.isInteractive else { return false }
        Diagnostics.say(reason)
        let answer = prompt.line(after: "open the editor again? [Y/n] ", isLeftByInterrupt: true)
        return answer.map { ["", "y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Keeps a text in a file for its owner alone; returns the file's path.
    static func keep(_ text: String, name: String) throws(RecordingError) -> String {
        let file = "\(try TemporaryDirectory().path)/\(name).json"
        try FileSystem.replace(file, with: Array(text.utf8))
        return file
    }
}

extension ChildProcess.Exit {
    fileprivate var words: String {
        switch self {
        case .status(let status): "status \(status)"
        case .signal(let signal): SignalName.name(signal)
        }
    }
}
