import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// A suite that runs `rewind` with hosts, in a folder of its own.
protocol HostSuite {
    var folder: TemporaryFolder { get }
}

extension HostSuite {
    /// The command of a host whose reducer does what is planted.
    func planted(_ plant: String = "nothing") throws -> String {
        "'\(try Program.plantedHost.url.path)' \(plant)"
    }

    /// The command of the host in Python.
    func python(_ how: String = "") throws -> String {
        "'\(try Program.python().url.path)' '\(Repository.path("Tests/PythonHost/host.py"))' \(how)"
    }

    /// The command of the example app's host.
    func episodes() throws -> String { "'\(try Program.episodes.url.path)' --host" }

    func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Program.Run {
        try Program.rewind.run(
            arguments, input: input, in: folder.path,
            environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1", "TZ": "UTC"].merging(environment) { $1 })
    }

    func rows(_ run: Program.Run) throws -> [JSONValue] {
        try run.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    }

    /// Four steps, the third of which does what is planted.
    func recording(_ edit: (RecordingBuilder) throws -> Void = { _ in }) throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for (step, count) in [(1, 1), (2, 3), (4, 7)] {
            try builder.step(step, "count", #"[{"op":"replace","path":"/count","value":\#(count)}]"#) {
                $0.action = ["count": ["by": .number(JSONNumber(step))]]
            }
            if step == 2 { try builder.step(3, "touch", #"[{"op":"replace","path":"/value","value":"recorded"}]"#) }
        }
        try edit(builder)
        return try builder.finish()
    }
}
