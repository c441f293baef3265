package import Foundation
import RewindSystem
import Synchronization
import Testing

/// A program that tests run, and what runs came to.
package struct Program: Sendable {
    package let url: URL

    /// One run, from its start to its end.
    package struct Run: Sendable, CustomStringConvertible {
        /// The exit status, or the number of the signal that ended it.
        package var status: Int32
        /// Whether a signal ended it.
        package var wasKilled: Bool
        package var outputBytes: [UInt8]
        package var errorBytes: [UInt8]

        package var output: String { String(decoding: outputBytes, as: UTF8.self) }
        package var errors: String { String(decoding: errorBytes, as: UTF8.self) }

        package var description: String {
            "\(wasKilled ? "ended by signal" : "status") \(status); output: \(output.prefix(300)); errors: \(errors.prefix(600))"
        }
    }

    /// The program that was built together with the tests, by any of its names.
    package static func built(_ names: String...) throws -> Program {
        let folders =
            [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
            + ([Bundle.main] + Bundle.allBundles).flatMap { [$0.bundleURL, $0.bundleURL.deletingLastPathComponent()] }
        let candidates = folders.flatMap { folder in names.map { folder.appendingPathComponent($0) } }
        guard let program = first(of: candidates) else {
            throw MissingProgram(name: names[0], advice: "it was not built beside the tests")
        }
        return program
    }

    /// The command of this package, which a build of the tests alone names after its target.
    package static var rewind: Program { get throws { try built("rewind", "RewindCLI") } }
    /// The example app.
    package static var episodes: Program { get throws { try built("Episodes") } }
    /// The host of an app whose state has changed three times.
    package static var migratedHost: Program { get throws { try built("MigratedHost") } }
    /// The host whose reducer does what is planted.
    package static var plantedHost: Program { get throws { try built("PlantedHost") } }

    /// A program of the machine.
    ///
    /// Where it is not there, the test is skipped, and a sentence at the end says so; with `CI` in the environment it fails: a check that
    /// disappears is no check.
    package static func installed(_ name: String) throws -> Program {
        if let program = found(name) { return program }
        #if compiler(>=6.3)
            if ProcessInfo.processInfo.environment["CI"] == nil {
                NotCompared.note(name)
                try Test.cancel("\(name) is not here")
            }
        #endif
        throw MissingProgram(name: name, advice: "the test needs it; .ci/run lists the packages")
    }

    /// The shell, for a script that runs other programs, which have to be there as well.
    package static func shell(for script: String) throws -> Program {
        let words = Set(script.split { $0.isWhitespace || "|;&".contains($0) })
        for name in ["bsdtar", "jq", "python3", "unzip", "zip"] where words.contains(Substring(name)) { _ = try installed(name) }
        return try installed("sh")
    }

    package static func isInstalled(_ name: String) -> Bool { found(name) != nil }

    private static func found(_ name: String) -> Program? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return first(of: folders.map { URL(fileURLWithPath: "\($0)/\(name)") })
    }

    /// The Python interpreter itself, where `python3` is a script that chooses one, and takes ten times as long to start.
    package static func python() throws -> Program { try interpreter ?? installed("python3") }

    private static let interpreter = found("python3").flatMap { python in
        (try? python.run(["-c", "import sys; print(sys.executable)"])).map { run in
            Program(url: URL(fileURLWithPath: run.output.trimmingCharacters(in: .newlines)))
        }
    }

    package struct MissingProgram: Error, CustomStringConvertible {
        package var name: String
        var advice: String

        package var description: String { "\(name) is missing: \(advice)" }
    }

    private static func first(of candidates: [URL]) -> Program? {
        candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }.map(Program.init)
    }

    /// Runs it to its end.
    package func run(
        _ arguments: [String], input: String = "", in folder: String? = nil, environment: [String: String] = [:]
    ) throws -> Run {
        let files = TemporaryFolder()
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: files.write(input.utf8, to: "in")))
        let process = try process(arguments, input: input, saying: files, in: folder, environment: environment)
        try process.run()
        process.waitUntilExit()
        return try Run(of: process, said: files).cancellingTestWithoutJq()
    }

    /// A process of it that has not begun; what it says goes into two files.
    ///
    /// Files, not pipes: nothing has to be read while it runs, however much it says.
    func process(
        _ arguments: [String], input: FileHandle, saying files: TemporaryFolder, in folder: String?, environment: [String: String]
    ) throws -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = try FileHandle(forUpdating: URL(fileURLWithPath: files.write([], to: "out")))
        process.standardError = try FileHandle(forUpdating: URL(fileURLWithPath: files.write([], to: "err")))
        return process
    }
}

extension Program.Run {
    /// Runs a command in this process, with streams and variables of its own: a start of a program takes ten times as long as most commands.
    package static func here(
        input: String = "", environment: [String: String] = [:], _ command: @escaping @Sendable () -> Int32
    ) throws -> Program.Run {
        let standIn = ProcessStandIn(variables: environment, input: Array(input.utf8))
        let status = try standIn.run(command)
        let run = Program.Run(
            status: status, wasKilled: false, outputBytes: standIn.outputBytes, errorBytes: standIn.errorBytes)
        return try run.cancellingTestWithoutJq()
    }

    /// The run itself, unless it lacked jq, and the machine has none.
    fileprivate func cancellingTestWithoutJq() throws -> Program.Run {
        if errors.contains("it needs jq, which is not installed") { _ = try Program.installed("jq") }
        return self
    }

    /// What came of a process that has ended.
    init(of process: Process, said files: TemporaryFolder) {
        status = process.terminationStatus
        wasKilled = process.terminationReason == .uncaughtSignal
        outputBytes = (try? files.read("out")) ?? []
        errorBytes = (try? files.read("err")) ?? []
    }
}

/// The tests that were skipped because a program of the machine is not there: the last line of a run counts them.
private enum NotCompared {
    private static let skipped = Mutex<[String: Int]>([:])

    static func note(_ program: String) {
        let isFirst = skipped.withLock { skipped in
            skipped[program, default: 0] += 1
            return skipped.values.reduce(0, +) == 1
        }
        guard isFirst else { return }
        atexit {
            let skipped = NotCompared.skipped.withLock { $0 }
            let programs = skipped.keys.sorted().joined(separator: ", ")
            let count = skipped.values.reduce(0, +)
            print("\(count) tests were skipped, as these programs are not here: \(programs). .ci/run lists the packages.")
        }
    }
}
