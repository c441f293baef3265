import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// Lets the user edit a text in their editor.
enum TextEditor {
    /// The edited text; `nil` if it is unchanged.
    ///
    /// - Throws: `PromptError` if there is no editor, or it failed.
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
            throw PromptError("\(error)")
        }
        guard exit == .status(0) else {
            throw PromptError("the editor '\(editor)' did not end well (\(exit.words)), so nothing was done; EDITOR names another")
        }
        let edited = UserText.text(try FileSystem.read(file, limit: 1 << 30))
        return edited == text ? nil : edited
    }

    /// Asks the user whether to edit a refused text again; `false` if there is no terminal to ask on.
    static func asksAgain(because reason: String) -> Bool {
        guard Prompt.isInteractive else { return false }
        Diagnostics.say(reason)
        let answer = Prompt.line(after: "open the editor again? [Y/n] ")
        return answer.map { ["", "y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Saves a text in a file that only its owner can read; returns the file's path.
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
