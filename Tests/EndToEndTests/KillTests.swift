import CLibrary
import Foundation
import RewindFormat
import RewindJournal
import TestSupport
import Testing

/// SIGKILL at random moments of a running Episodes.
///
/// The app says through a pipe, from inside the reduction, which step has begun, and before an effect's work that it has;
/// whatever it said must be in the recording afterwards.
///
/// There are thirty; `REWIND_KILLS=10000 swift test --filter KillTests` is the long run. `REWIND_SEED` chooses the moments. Of fewer than thirty
/// sessions each is ten times as long.
@Suite("Killed at random moments", .serialized, .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_KILLS"] == nil ? 5 : 600)))
struct KillTests {
    static let count = ProcessInfo.processInfo.environment["REWIND_KILLS"].flatMap { Int($0) } ?? 30
    static let bytes: UInt64 = count < 30 ? 40_000 : 4_000
    static let seed = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func noActionWhoseReductionHadBegunIsLost() throws {
        var random = SeededGenerator(seed: Self.seed)
        var steps = 0
        var waiting = 0
        var lost = 0
        for round in 0..<Self.count {
            let folder = TemporaryFolder()
            let session = try KilledSession(in: folder, afterBytes: 1 + Int(random.next() % Self.bytes), spin: Int(random.next() % 200_000))
            let recording = try Recording(directory: session.recording)
            let context = "round \(round), seed \(Self.seed), covered \(session.begun)"
            #expect((recording.steps?.upperBound ?? 0) >= session.begun, "\(context)")
            #expect(recording.losses.actions.isEmpty, "\(context): \(recording.losses.all)")
            #expect(recording.losses.damage.allSatisfy { $0.reason == .torn }, "\(context): \(recording.losses.all)")
            #expect(recording.manifest.ending.how == .died, "\(context)")
            // States may be missing at the end only: those that were waiting.
            if let missing = recording.losses.states.first, let last = recording.steps?.upperBound {
                #expect(recording.losses.states.count == 1 && missing.upperBound >= last - 1, "\(context): \(recording.losses.all)")
                waiting += missing.count
            }
            steps += session.begun
            lost += max(0, session.begun - (recording.steps?.upperBound ?? 0))
            if (round + 1) % 1_000 == 0 { print("\(round + 1) kills, \(steps) reductions begun") }
        }
        print("\(Self.count) kills, \(steps) reductions begun, \(lost) lost; \(waiting) states were still waiting")
        #expect(steps > Self.count, "the app was killed before it did anything")
    }

    /// Reloads the list all the time, while the server still answers.
    @Test func noEffectThatHadBegunIsLost() throws {
        var random = SeededGenerator(seed: Self.seed)
        var (begun, lost, underWay) = (0, 0, 0)
        for round in 0..<Self.count {
            let folder = TemporaryFolder()
            let session = try KilledSession(
                in: folder, afterBytes: 1 + Int(random.next() % Self.bytes), spin: Int(random.next() % 200_000),
                round: "key r\nkey down\n", latency: "0.001...0.02")
            let recording = try Recording(directory: session.recording)
            var (known, open): (Set<Int>, Set<Int>) = ([], [])
            for segment in recording.segments {
                for case .effect(let line) in try recording.segment(segment.index).journal {
                    switch line.event {
                    case .begin: (known, open) = (known.union([line.id]), open.union([line.id]))
                    case .end: open.remove(line.id)
                    }
                }
            }
            let missing = session.effects == 0 ? [] : Set(1...session.effects).subtracting(known)
            #expect(missing.isEmpty, "round \(round), seed \(Self.seed), begun \(session.effects)")
            begun += session.effects
            lost += missing.count
            underWay += open.count
        }
        print("\(Self.count) kills, \(begun) effects begun, \(lost) lost; \(underWay) were under way")
        #expect(begun > Self.count && underWay > 0, "the app was killed before it did anything")
    }

    @Test func noSecretIsInAnyByteThatItLeaves() throws {
        let folder = TemporaryFolder()
        let prelude = "wait home.loaded\nkey s\ntype ada\nenter\ntype zq9zq9horse\nenter\nwait session.begun\n"
        let session = try KilledSession(in: folder, afterBytes: 400, spin: 0, prelude: prelude)
        let recording = try Recording(directory: session.recording)
        let actions = try recording.segment(0).actions
        #expect(actions.contains { $0.type == "signIn/setPassword" } && actions.contains { !$0.redacted.isEmpty })
        #expect((recording.manifest.removals[Manifest.recoveredRemovals] ?? 0) > 0)
        let files = try #require(FileManager.default.enumerator(atPath: session.recording)).compactMap { $0 as? String }
        #expect(files.contains("segments/000000/actions.ndjson"))
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: "\(session.recording)/\(file)") else { continue }
            #expect(bytes.range(of: Data("zq9zq9".utf8)) == nil, "\(file)")
        }
    }
}

/// One run of Episodes that was killed.
struct KilledSession {
    /// The last step that the app said had begun.
    let begun: Int
    /// How many effects it said had begun.
    let effects: Int
    /// The directory of its recording.
    let recording: String

    /// Runs Episodes until it has said that many bytes, and a moment longer, then kills it.
    ///
    /// - Parameters:
    ///   - prelude: commands of the script before the long run.
    ///   - round: what the long run repeats.
    ///   - latency: how long the server takes to answer.
    init(
        in folder: TemporaryFolder, afterBytes: Int, spin: Int, prelude: String = "", round: String = "key down\nkey up\n",
        latency: String = "0", environment: [String: String] = [:]
    ) throws {
        let script = folder.path("script.txt")
        try folder.write((prelude + String(repeating: round, count: 20_000)).utf8, to: "script.txt")
        let pipe = folder.path("witness")
        try #require(mkfifo(pipe, 0o600) == 0)
        let witness = open(pipe, O_RDONLY | O_NONBLOCK)
        try #require(witness >= 0)
        defer { close(witness) }

        let process = Process()
        process.executableURL = try Program.episodes.url
        process.arguments = [
            "--script", script, "--latency", latency, "--failure-rate", "0", "--record", folder.path("recordings"), "--witness", pipe,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said: [UInt8] = []
        Self.take(from: witness, into: &said, until: afterBytes)
        for _ in 0..<spin { withExtendedLifetime(said) {} }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        Self.take(from: witness, into: &said, until: .max)

        let lines = said.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
            .map { String(decoding: $0, as: UTF8.self) }
        begun = lines.compactMap { Int($0) }.last ?? 0
        effects = lines.count { $0 == "effect" }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("recordings"))
        recording = folder.path("recordings/\(try #require(names.first))")
    }

    /// Reads until there are that many bytes, the writer is gone, or nothing comes for ten seconds.
    private static func take(from file: Int32, into bytes: inout [UInt8], until count: Int) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < count {
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 10_000) > 0 else { return }
            let got = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
            if got <= 0 { return }
            bytes += buffer[..<got]
        }
    }
}
