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
        import json, resource, subprocess, sys
        status = subprocess.run(sys.argv[2:]).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        unit = 1 if sys.platform == "darwin" else 1024
        with open(sys.argv[1], "w") as file:
            json.dump({"status": status, "time": used.ru_utime + used.ru_stime, "resident": used.ru_maxrss * unit}, file)
        """

    init(_ arguments: [String], in folder: TemporaryFolder, input: String = "") throws {
        let python = try Program.installed("python3")
        let program = try #require(Program.rewind, "the program was not built beside the tests")
        var run = try python.run(
            ["-c", Self.script, folder.path("measured.json"), program.url.path] + arguments, input: input, in: folder.path,
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
