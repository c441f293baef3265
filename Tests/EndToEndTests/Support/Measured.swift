import Foundation
import RewindCapture
import RewindValue
import TestSupport
import Testing

/// A run of the command with what it cost.
struct Measured {
    let run: Program.Run
    /// Processor seconds, so that a busy machine makes no difference.
    let seconds: Double
    let residentBytes: Int

    /// Starts the command from a small process, because a child's peak begins with that of whoever started it.
    private static let script = """
        import os, sys
        child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
        _, status, used = os.wait4(child, 0)
        status = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        unit = 1 if sys.platform == "darwin" else 1024
        with open(sys.argv[1], "w") as file:
            file.write('{"status":%d,"time":%.6f,"resident":%d}' % (status, used.ru_utime + used.ru_stime, used.ru_maxrss * unit))
        """

    init(_ arguments: [String], in folder: TemporaryFolder, input: String = "") throws {
        let python = try Program.python()
        let program = try Program.rewind
        var run = try python.run(
            ["-I", "-S", "-c", Self.script, folder.path("measured.json"), program.url.path] + arguments, input: input, in: folder.path,
            environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
        let measured = try JSONValue(parsing: folder.read("measured.json"))
        let status = try #require(measured["status"]?.int)
        run.wasKilled = status < 0
        run.status = Int32(abs(status))
        self.run = run
        seconds = try measured.decode(Costs.self).time
        residentBytes = try #require(measured["resident"]?.int)
    }

    private struct Costs: Decodable { var time: Double }
}
