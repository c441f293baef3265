import Foundation
import TestSupport
import Testing

/// The command beside the fixtures, as its help has it, and a folder for what it writes, which `OUT/` stands for.
struct Desk {
    let folder = TemporaryFolder()

    @discardableResult func callAsFunction(_ arguments: String..., input: String = "") throws -> Program.Run {
        try run(arguments, input: input)
    }

    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Program.Run {
        try BesideFixtures.rewind(
            arguments.map { $0.replacingOccurrences(of: "OUT/", with: folder.path + "/") }, input: input,
            environment: ["NO_COLOR": "1", "REWIND_HOME": folder.path("home")].merging(environment) { $1 })
    }

    /// An answer without the times, which differ each time that the fixtures are made, and without this folder.
    func plain(_ text: String) -> String {
        text.replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME").replacingOccurrences(of: folder.path + "/", with: "OUT/")
    }
}
