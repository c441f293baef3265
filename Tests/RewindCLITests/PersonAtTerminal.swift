import Foundation
import RewindValue
import TestSupport
import Testing

/// The built program on a terminal of 80 columns and 24 rows, with somebody who types.
struct PersonAtTerminal {
    /// What the terminal got, and how the program ended: by a status, or by a signal, as a negative number.
    struct Session {
        var output: String
        var status: Int
        /// Whether the terminal is set as it was before.
        var isRestored: Bool

        /// The lines, without what was erased and what moves the cursor.
        var lines: [String] {
            // To Swift a line's end is one character, with the carriage return.
            output.unicodeScalars.filter { $0 != "\r" }.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let left = String(line).components(separatedBy: "\u{1B}[J").last ?? ""
                return left.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
            }
        }

        /// Holds it against how the program ended, and against words that the terminal got.
        @discardableResult func expect(
            _ status: Int, output: Program.Run.Said..., at place: SourceLocation = #_sourceLocation
        ) -> Session {
            #expect(self.status == status, "\(self)", sourceLocation: place)
            for said in output { #expect(said.fits(self.output), "\(self)", sourceLocation: place) }
            return self
        }
    }

    /// Instead of keys: the window gets another width.
    static func resizing(to columns: Int) -> String { "\0resize \(columns)" }

    /// Instead of keys: the program gets a signal.
    static func sending(_ signal: Int32) -> String { "\0signal \(signal)" }

    /// Instead of keys: the terminal vanishes.
    static let hangingUp = "\0hang-up"

    /// Runs the program; each of the keys is typed once the text before it has appeared.
    ///
    /// - Parameter shell: a script for bash that runs it as `"$@"`; by default it runs alone.
    static func run(
        _ arguments: [String], keys: [(after: String, keys: String)] = [], environment: [String: String] = [:], shell: String? = nil
    ) throws -> Session {
        let program = try Program.rewind
        let task: JSONValue = [
            "command": .array(
                ((shell.map { ["/bin/bash", "-c", $0, "bash"] } ?? []) + [program.url.path] + arguments).map(JSONValue.string)),
            "folder": .string(Repository.root),
            "environment": .object(
                JSONObject(
                    ["NO_COLOR": "1", "TERM": "xterm", "PAGER": "cat"].merging(environment) { $1 }.map { ($0.key, .string($0.value)) })),
            "keys": .array(keys.map { .array([.string($0.after), .string($0.keys)]) }),
        ]
        let run = try Program.python().run(["-c", script, task.jsonText])
        let answer = try JSONValue(parsing: run.output)
        return Session(
            output: answer["output"]?.string ?? "", status: try #require(Int(answer["status"]?.jsonText ?? "")),
            isRestored: answer["restored"] == true)
    }

    private static let script = """
        import fcntl, json, os, pty, select, signal, struct, sys, termios, time
        task = json.loads(sys.argv[1])
        process, terminal = pty.fork()
        if process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
            # Whoever runs the tests may ignore what the keyboard sends.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.chdir(task['folder'])
            os.environ.update(task['environment'])
            os.execv(task['command'][0], task['command'])
        def settings():
            return None if terminal is None else termios.tcgetattr(terminal)
        def act(keys):
            global terminal
            if keys.startswith('\\0resize'):
                fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(keys.split()[1]), 0, 0))
            elif keys.startswith('\\0signal'):
                os.kill(process, int(keys.split()[1]))
            elif keys == '\\0hang-up':
                os.close(terminal)
                terminal = None
            else:
                os.write(terminal, keys.encode())
        before = settings()
        output, seen, keys, end = b'', 0, task['keys'], time.time() + 60
        while terminal is not None and time.time() < end:
            if keys and keys[0][0].encode() in output[seen:]:
                seen = output.index(keys[0][0].encode(), seen) + len(keys[0][0].encode())
                act(keys.pop(0)[1])
                continue
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            output += more
        else:
            if terminal is not None:
                os.kill(process, 9)
        after = settings()
        status = os.waitpid(process, 0)[1]
        ended = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        print(json.dumps({'output': output.decode('utf-8', 'replace'), 'status': ended,
                          'restored': before == after}))
        """
}
