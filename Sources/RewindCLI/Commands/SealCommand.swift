import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering

/// `rewind seal`: makes one file of a directory.
struct SealCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Make one file of the directory that an app recorded into.",
        discussion: """
            The app has to have ended. The directory stays, unless --remove is given and the file was read back and verified; where an \
            earlier seal has made the file already, --remove --force makes it anew and takes the directory away.

            EXAMPLES
              rewind seal Episodes-20261121T115002Z-4242.live
              rewind seal Episodes-20261121T115002Z-4242.live -o bug-1234.rewind --remove
            """)

    @Argument(help: "The directory.", completion: .directory)
    var directory: String

    @Option(name: .shortAndLong, help: "The file to write; by default the directory's name with .rewind, here.", completion: .file())
    var output: String?

    @Flag(help: "Take the directory away once the file is verified.")
    var remove = false

    @Flag(help: "Replace a file that is there.")
    var force = false

    func validate() throws { try OutputName.check(output) }

    func run() throws {
        let file = output ?? OutputName.beside(directory)
        var sealing = Sealing()
        sealing.overwrites = force
        sealing.removesDirectory = remove
        try SealedText.announce(
            try Activity.during("sealing") {
                try naming(force: remove ? "make it anew with --force, after which the directory goes" : nil) {
                    try sealing.checked(directory) { (sealing) throws(RecordingError) in try sealing.seal(directory, to: file) }
                }
            })
    }
}
