import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// A suite that runs `rewind` with hosts, in a folder of its own.
protocol HostSuite {
    var folder: TemporaryFolder { get }
    var rewind: Program { get }
}

extension HostSuite {
    /// The command of a host whose reducer does what is planted.
    func planted(_ plant: String = "nothing") throws -> String {
        "'\(try #require(Program.built("PlantedHost"), "PlantedHost was not built beside the tests").url.path)' \(plant)"
    }

    /// The command of the host in Python.
    func python(_ how: String = "") throws -> String {
        let host = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../PythonHost/host.py")
        return "'\(try Program.python().url.path)' '\(host.standardized.path)' \(how)"
    }

    /// The command of the example app's host.
    func episodes() throws -> String { "'\(try #require(Program.built("Episodes")).url.path)' --host" }

    func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Program.Run {
        try rewind.run(
            arguments, input: input, in: folder.path,
            environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1", "TZ": "UTC"].merging(environment) { $1 })
    }

    func rows(_ run: Program.Run) throws -> [JSONValue] {
        try run.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    }

    /// Four steps, the third of which does what is planted.
    func recording(_ edit: (RecordingBuilder) throws -> Void = { _ in }) throws -> String {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...4 {
            let action: JSONValue = step == 3 ? ["touch": [:]] : ["count": ["by": .number(JSONNumber(step))]]
            try builder.action(step, step == 3 ? "touch" : "count") { $0.action = action }
        }
        try builder.patch(1, #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.patch(2, #"[{"op":"replace","path":"/count","value":3}]"#)
        try builder.patch(3, #"[{"op":"replace","path":"/value","value":"recorded"}]"#)
        try builder.patch(4, #"[{"op":"replace","path":"/count","value":7}]"#)
        try edit(builder)
        return try builder.finish()
    }
}
