import Foundation

/// The `rewind` command as tests run it: in their own process, where a run costs a tenth of a start, or else in one of its own.
///
/// The command's module is an executable's, so that the tests that import it say how it is called.
package struct CommandHere: Sendable {
    private let parses: @Sendable ([String]) -> Bool
    private let exitStatus: @Sendable ([String]) -> Int32

    /// - Parameters:
    ///   - parses: whether the arguments ask for something.
    ///   - exitStatus: runs what they ask for.
    package init(parses: @escaping @Sendable ([String]) -> Bool, exitStatus: @escaping @Sendable ([String]) -> Int32) {
        (self.parses, self.exitStatus) = (parses, exitStatus)
    }

    /// Runs it to its end.
    ///
    /// - Parameter folder: the folder that relative paths begin in; `nil` where there are none.
    package func run(
        _ arguments: [String], input: String = "", in folder: String? = nil, environment: [String: String]
    ) throws -> Program.Run {
        if !Self.isHere(folder) || needsOwnProcess(arguments, environment) {
            return try Program.rewind.run(arguments, input: input, in: folder, environment: environment)
        }
        return try Program.Run.here(input: input, environment: environment) { [exitStatus] in exitStatus(arguments) }
    }

    /// Commands that wait for tasks, end every host of their process, or need its signals.
    private static let needOwnProcess: Set = [
        "compat", "connect", "explore", "hot-reload", "minimize", "mirror", "play", "record", "reproduce", "verify", "view", "whatif",
    ]

    /// Variables that the command reads itself; the others are for the system and for the programs that it starts.
    private static let variables: Set = ["NO_COLOR", "REWIND_CACHE", "REWIND_HOME"]

    private func needsOwnProcess(_ arguments: [String], _ environment: [String: String]) -> Bool {
        if !Self.variables.isSuperset(of: environment.keys) { return true }
        // A recording that comes through standard input, and programs whose output goes where ours does.
        if arguments.dropFirst().first == "-" || arguments.contains("--host") || arguments.contains("--run") { return true }
        // What does not parse runs nothing.
        return Self.needOwnProcess.contains(arguments.first ?? "") && parses(arguments)
    }

    private static func isHere(_ folder: String?) -> Bool { folder.map { resolved($0) == here } ?? true }

    private static let here = resolved(FileManager.default.currentDirectoryPath)

    private static func resolved(_ folder: String) -> String { URL(fileURLWithPath: folder).resolvingSymlinksInPath().path }
}
