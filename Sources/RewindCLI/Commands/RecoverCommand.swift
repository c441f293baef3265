import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindSystem

/// `rewind recover`: makes a sound file from a damaged one, or from the directory of an app that died.
struct RecoverCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Make a sound file of a damaged recording, or of the directory that a dead app left.",
        discussion: """
            Everything intact is kept, and everything lost is reported. The damaged recording is not changed. Lines that are intact and \
            still break the format's rules, such as patches that do not fit the states before them, are left out and reported, so that \
            'rewind doctor' finds no error in the new file. The exit status is 3 if anything was lost or left out. Of a sealed file that is \
            not damaged nothing is written, unless -o is given.

            If a file was cut off or bytes of it were changed, the whole lines of its streams of actions and states are kept, too. Nothing \
            tells whether they are still what was recorded: such lines are reported as unchecked.

            The directory that a file was unpacked to is recovered as the file is. Files in it that its manifest does not list are not taken.

            EXAMPLES
              rewind recover bug.rewind -o bug-recovered.rewind
              rewind recover Episodes-20261121T115002Z-4242.live
            """)

    @Argument(help: "A damaged file, or a directory.", completion: .file())
    var damaged: String

    @OptionGroup var new: NewRecording

    func run() throws {
        let path = try Bundles.path(of: damaged)
        let file = new.output ?? OutputName.beside(path, suffix: "-recovered.rewind")
        var sealing = Sealing()
        sealing.overwrites = new.force
        sealing.symbolise = { $0.symbolised(by: ImageFiles()).crash }
        if let sound = Activity.during("checking", { soundFile(at: path) }) {
            let before = sound.losses.isEmpty ? "" : "; what it lacks was lost before it was made, see 'rewind info'"
            Diagnostics.say("nothing of \(damaged) is damaged, and nothing was to be recovered\(before)")
            guard new.output != nil else {
                Diagnostics.say("nothing was written; -o makes a copy")
                if !sound.losses.isEmpty { throw ExitStatus.lossy }
                return
            }
        }
        let recovered = try new.writing("recovering") {
            try sealing.checked(path) { (sealing) throws(RecordingError) in try sealing.recover(path, to: file) }
        }
        try recovered.announceSealed(madeOf: path)
    }

    /// The recording in a sealed file without damage; `nil` for any other file.
    private func soundFile(at path: String) -> Recording? {
        guard FileSystem.kind(of: path) == .file, let recording = try? openRecording(at: path), recording.form == .bundle,
            Checkup.isSound(recording)
        else { return nil }
        return recording
    }
}
