import Foundation
import RewindSystem
import RewindValue
import TestSupport
import Testing

/// Episodes records while the commands that read are asked about its recording.
@Suite("A session that is still being recorded", .serialized, .timeLimit(.minutes(5)))
struct LiveSessionTests {
    private let rewind = Command()
    private var folder: TemporaryFolder { rewind.folder }

    /// Does something with the recording of an app that goes on and on, then ends the app.
    private func whileRecording(_ body: (_ live: String) throws -> Void) throws {
        // A step every few milliseconds, for longer than anybody looks.
        let script = String(repeating: "key down\nsleep 0.005\nkey up\nsleep 0.005\n", count: 100_000)
        try folder.write(script.utf8, to: "script.txt")
        let process = Process()
        process.executableURL = try Program.episodes.url
        let witness = Pipe()
        process.arguments = [
            "--script", folder.path("script.txt"), "--latency", "0", "--failure-rate", "0", "--record", folder.path("recordings"),
            "--witness", "/dev/stdout",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = witness
        process.standardError = FileHandle.nullDevice
        // The app says each step that has begun: once it has said some, there is something to read, and it must not wait for us.
        let hasSaid = WaitSignal()
        witness.fileHandleForReading.readabilityHandler = { handle in
            if !handle.availableData.isEmpty { hasSaid.signal() }
        }
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
            witness.fileHandleForReading.readabilityHandler = nil
        }
        for _ in 0..<20 { try #require(hasSaid.wait(nanoseconds: 600_000_000_000), "the app says nothing") }
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path("recordings")).first)
        try body(folder.path("recordings/\(name)"))
        #expect(process.isRunning, "the script was too short")
    }

    @Test
    func isReadAsItIsByAllCommandsThatReadAndByNoneThatWrites() throws {
        try whileRecording { live in
            var last = 0
            for (name, run) in try rewind.read(live) {
                // The debugger is told nonsense, and '/' is no part of the state.
                let isAnswered = run.status == 0 || name.hasPrefix("step ") || name.hasSuffix(" /")
                // On a busy machine the last states may not be written yet, which is said.
                #expect(isAnswered || run.errors.contains("was not written yet"), "\(name): \(run)")
                let words = "rewind: Episodes is still recording into recordings/"
                #expect(run.errors.hasPrefix(words) && run.errors.contains(": this is the recording as it was after step "), "\(run)")
            }
            for _ in 0..<3 {
                let info = try JSONValue(parsing: rewind("info", live, "--json").outputBytes)
                #expect(info["ending"]?["how"] == "recording" && info["lossy"] == false, "\(info)")
                let end = try #require(info["steps"]?["last"]?.int)
                #expect(end >= last)
                last = end
                let log = try rewind("log", live, "--json")
                let steps = try log.output.split(separator: "\n").map { try JSONValue(parsing: String($0))["step"]?.int }
                #expect(steps == (0..<steps.count).map { $0 } && steps.count > last, "\(log.errors)")
            }
            #expect(try rewind("diff", live, "1", "3").status == 0)
            #expect(try rewind("doctor", live).status == 2)
            for command in [["trim", "1.."], ["filter", "--type", "*"], ["seal"], ["redact"], ["annotate", "--title", "x"], ["recover"]] {
                let run = try rewind.run([command[0], live] + command.dropFirst() + ["-o", folder.path("it.rewind")])
                #expect(run.status == 2 && run.errors.contains("an app is still recording into this directory"), "\(command) \(run)")
            }
        }
    }
}
