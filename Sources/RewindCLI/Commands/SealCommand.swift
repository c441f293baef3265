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

/// Does what makes a file, of which an interruption leaves nothing; where something is there already, the advice is what this command has an option
/// for.
func naming<Result>(another: String = "file", force: String? = nil, _ work: () throws -> Result) throws -> Result {
    do {
        return try Interruption.cleaningUp(work)
    } catch var error as RecordingError where error.code == .exists {
        error.advice = "Name another \(another) with -o, or \(force ?? "replace it with --force")"
        throw error
    }
}

/// Names for files that a command writes when it is told none.
enum OutputName {
    /// Refuses `-`, which elsewhere stands for standard output: a recording is a file.
    static func check(_ output: String?) throws {
        guard output == "-" else { return }
        throw ValidationError("a recording is not written to standard output: name a file with -o, './-' for one called '-'")
    }

    /// The last part of a path in the current directory, without `.live` or `.rewind` and with `suffix`.
    static func beside(_ path: String, suffix: String = ".rewind") -> String {
        var name = PipedFile.isPath(path) ? "recording" : String(path.split(separator: "/").last ?? "recording")
        for ending in [".live", ".rewind"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        return name + suffix
    }
}
