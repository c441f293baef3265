import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering

/// `rewind seal`: turns a live directory into a file.
struct SealCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Make one file of the directory that an app recorded into.",
        discussion: """
            The app must have ended. The directory is kept, unless --remove is given and the file was read back and verified. If an \
            earlier seal has already made the file, --remove --force makes it again and removes the directory.

            If the app crashed and its own files are on this machine, where 'rewind crash' looks for them, the functions and lines go into the \
            file, so that it tells where the crash was wherever it is opened.

            With --to, only the owners of those keys ('rewind keygen') can open the file. None of it is written to the disk unencrypted, and \
            verifying it takes as much memory as the file has bytes.

            EXAMPLES
              rewind seal Episodes-20261121T115002Z-4242.live
              rewind seal Episodes-20261121T115002Z-4242.live -o bug-1234.rewind --remove
              rewind seal Episodes-20261121T115002Z-4242.live --to ada.txt
            """)

    @Argument(help: "The directory that the app recorded into.", completion: .directory)
    var directory: String

    @OptionGroup var new: NewRecording

    @OptionGroup var to: RecipientsOption

    @Option(
        name: .customLong("symbols"),
        help: "Where the app's programs and libraries are, for the functions of a crash: a file or a folder; may be given several times.",
        completion: .file())
    var symbols: [String] = []

    @Flag(help: "Write the recording as a page for a browser, too, beside the file.")
    var report = false

    @Flag(help: "Remove the directory once the file is verified.")
    var remove = false

    func validate() throws {
        if !to.isGiven { return }
        if report { throw ValidationError("--report and --to can't be used together: the page has the recording in it, for everybody") }
        if remove { throw ValidationError("--remove and --to can't be used together: no one here could open the recording any more") }
    }

    func run() throws {
        let directory = try Bundles.path(of: directory)
        let file = to.path(new.output ?? OutputName.beside(directory))
        var sealing = Sealing()
        sealing.recipients = try to.recipients()
        sealing.overwrites = new.force
        sealing.removesDirectory = remove
        sealing.symbolise = { $0.symbolised(by: ImageFiles(symbols: symbols)).crash }
        let sealed = try Activity.during("sealing") {
            try naming(force: remove ? "make it again with --force, which then removes the directory" : nil) {
                try sealing.checked(directory) { (sealing) throws(RecordingError) in try sealing.seal(directory, to: file) }
            }
        }
        if to.isGiven { Diagnostics.say(to.sentence) }
        try sealed.announceSealed(madeOf: directory)
        if report { try PageOutput.writeBeside(sealed, replacing: new.force) }
    }
}
