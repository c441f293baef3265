import Foundation
import TestSupport
import Testing

/// A real terminal, by tmux, in which somebody works with the built program: keys in, the screen out.
final class TerminalSession {
    private let tmux: Program
    private let socket: String
    /// One element whenever something was written to the terminal.
    private let output: AsyncStream<Void>

    /// Opens a terminal with a shell in the root of this package, where `rewind` is the built program.
    init(in folder: TemporaryFolder, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        tmux = try Program.installed("tmux")
        socket = folder.path("tmux")
        let written = folder.path("terminal.txt")
        output = try fileChanges(at: written)
        let program = try Program.rewind.url.path
        let settings = ["REWIND_HOME": folder.path("home"), "PS1": "$ ", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        try run(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
                + settings.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
                + ["cd '\(Repository.root)'; rewind() { '\(program)' \"$@\"; }; export -f rewind; exec bash --norc"])
        try run(["set-option", "-g", "default-terminal", "screen-256color"])
        try run(["pipe-pane", "exec cat > '\(written)'"])
    }

    deinit {
        _ = try? run(["kill-server"])
    }

    /// Asks tmux.
    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let words = ["-S", socket] + arguments
        let run =
            arguments.contains("new-session")
            ? try Program.python().run(["-c", Self.asAPersonsShellStartsIt, tmux.url.path] + words) : try tmux.run(words)
        guard run.status == 0 else { throw Problem(description: "tmux \(arguments): \(run)") }
        return run.output
    }

    /// Starts the server without what it would keep of the process of the tests: the signals that their threads block, and the descriptors
    /// by whose end `Process` knows that a child has ended.
    private static let asAPersonsShellStartsIt = """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in [signal.SIGINT, signal.SIGTSTP, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE]:
            signal.signal(number, signal.SIG_DFL)
        os.closerange(3, 1024)
        os.execv(sys.argv[1], sys.argv[1:])
        """

    struct Problem: Error, CustomStringConvertible { var description: String }

    /// Types a line at the shell.
    func run(_ line: String) throws {
        try run(["send-keys", "-l", line])
        try keys("Enter")
    }

    /// Presses keys, by tmux's names.
    func keys(_ keys: String...) throws { for key in keys { try run(["send-keys", key]) } }

    /// Types a text.
    func type(_ text: String) throws { try run(["send-keys", "-l", text]) }

    /// Presses Escape, and types a text so many seconds later: a key whose bytes come apart.
    ///
    /// That time is waited by the terminal: it is what the program is asked about.
    func type(_ text: String, behindEscapeBy seconds: Double) throws {
        try run(["send-keys", "Escape", ";", "run-shell", "sleep \(seconds)", ";", "send-keys", "-l", text])
    }

    /// Pastes a text as a terminal does for a program that asked for marks around it.
    func paste(_ text: String) throws {
        try run(["set-buffer", text])
        try run(["paste-buffer", "-p"])
    }

    func resize(columns: Int, rows: Int) throws { try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// What the screen shows now.
    func screen() throws -> String { try run(["capture-pane", "-p"]) }

    /// The process that the shell has in front.
    func foreground() throws -> pid_t {
        let shell = try run(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines)
        #if os(Linux)
            let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        #else
            let children = try Program.installed("pgrep").run(["-P", shell]).output
        #endif
        return try #require(children.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) }, "nothing runs in front")
    }

    /// The screen, once it shows a text, or no longer does.
    @discardableResult
    func screen(with text: String, _ isThere: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        var shown = ""
        try await waitUntil(
            "'\(text)' \(isThere ? "did not appear" : "did not go") on\n\(shown)", after: output, location: sourceLocation
        ) {
            shown = try screen()
            return shown.contains(text) == isThere
        }
        return shown
    }
}
