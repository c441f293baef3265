import ArgumentParser
import RewindArchive

/// `rewind unpack`: writes a recording's files to a directory.
struct UnpackCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpack",
        abstract: "Unpack the files of a sealed recording into a new directory.",
        discussion: """
            Any zip tool can do this, too; this one checks every file against its hash, and writes nowhere else.

            EXAMPLES
              rewind unpack Fixtures/crash.rewind
              rewind unpack latest -o bug && jq .type bug/segments/*/actions.ndjson
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(
        name: .shortAndLong, help: "The directory to create; by default the file's name without .rewind, in the current directory.",
        completion: .directory)
    var output: String?

    func run() throws {
        let path = try Bundles.path(of: bundle.path)
        let directory = output ?? OutputName.beside(path, suffix: "")
        try Activity.during("unpacking") { try unpack(path, to: directory) }
        Diagnostics.say("the files of \(path) are in \(directory)")
    }
}
