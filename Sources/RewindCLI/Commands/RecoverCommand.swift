import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering

/// `rewind recover`: makes a sound file of a damaged one, or of what a dead app left.
struct RecoverCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Make a sound file of a damaged recording, or of the directory that a dead app left.",
        discussion: """
            Everything that is whole is kept, and what is lost is said. The damaged recording stays as it is. The status is 3 if anything \
            was lost, or what was kept is not sound: patches, say, that do not fit the states before them.

            Of a file that is cut off, the whole lines before the cut are kept too. Where bytes were changed, a stream of actions or states \
            that does not fit its hash is left out as a whole: nothing tells which of its lines are still what was recorded.

            EXAMPLES
              rewind recover bug.rewind -o bug-recovered.rewind
              rewind recover Episodes-20261121T115002Z-4242.live
            """)

    @Argument(help: "A damaged file, or a directory.", completion: .file())
    var damaged: String

    @Option(name: .shortAndLong, help: "The file to write; by default the name with -recovered.rewind, here.", completion: .file())
    var output: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    func validate() throws { try OutputName.check(output) }

    func run() throws {
        let path = try Bundles.path(of: damaged)
        let file = output ?? OutputName.beside(path, suffix: "-recovered.rewind")
        var sealing = Sealing()
        sealing.overwrites = force
        try SealedText.announce(
            try Activity.during("recovering") {
                try naming {
                    try sealing.checked(path) { (sealing) throws(RecordingError) in try sealing.recover(path, to: file) }
                }
            })
    }
}
