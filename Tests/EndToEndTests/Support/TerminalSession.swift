import Foundation
import RewindSystem
import TestSupport
import Testing

/// A real terminal, by tmux, in which somebody works with the built program: keys in, the screen out.
final class TerminalSession {
    private let tmux: Program
    private let socket: String
    private let answer: String

    /// Opens a terminal with a shell in the root of this package, where `rewind` is the built program.
    init(in folder: TemporaryFolder, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        tmux = try Program.installed("tmux")
        socket = folder.path("tmux")
        answer = folder.path("tmux.txt")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let program = try #require(Program.rewind, "the program was not built beside the tests").url.path
        let settings = ["REWIND_HOME": folder.path("home"), "PS1": "$ ", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        try run(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
                + settings.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
                + ["cd '\(root)'; rewind() { '\(program)' \"$@\"; }; export -f rewind; exec bash --norc"])
        try run(["set-option", "-g", "default-terminal", "screen-256color"])
    }

    deinit {
        _ = try? run(["kill-server"])
    }

    /// Asks tmux.
    ///
    /// Not by `Process`, which waits for whatever keeps what it gave a child: tmux's server does.
    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let command = try [Program.python().url.path, "-c", Self.script, answer, tmux.url.path, "-S", socket] + arguments
        let status = try ChildProcess(command, environment: [:], standardError: 2).wait()
        let said = try String(contentsOfFile: answer, encoding: .utf8)
        guard status == .status(0) else { throw Problem(description: "tmux \(arguments): \(status): \(said)") }
        return said
    }

    /// The threads of tests block signals, which a person's shell does not.
    private static let script = """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in [signal.SIGINT, signal.SIGTSTP, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE]:
            signal.signal(number, signal.SIG_DFL)
        for number, name in [(0, os.devnull), (1, sys.argv[1]), (2, sys.argv[1])]:
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | (os.O_TRUNC if number == 1 else 0)), number)
        os.execv(sys.argv[2], sys.argv[2:])
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

    func resize(columns: Int, rows: Int) throws { try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// What the screen shows now.
    func screen() throws -> String { try run(["capture-pane", "-p"]) }

    /// The process that the shell has in front.
    func foreground() throws -> pid_t {
        let shell = try run(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines)
        let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        return try #require(children.split(separator: " ").last.flatMap { pid_t($0) }, "nothing runs in front")
    }

    /// The screen, once it shows a text, or no longer does.
    @discardableResult
    func screen(with text: String, _ isThere: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let end = ContinuousClock.now + .seconds(30)
        var shown = ""
        while ContinuousClock.now < end {
            shown = try screen()
            if shown.contains(text) == isThere { return shown }
            Thread.sleep(forTimeInterval: 0.03)
        }
        Issue.record("'\(text)' \(isThere ? "did not appear" : "did not go") on\n\(shown)", sourceLocation: sourceLocation)
        return shown
    }
}
