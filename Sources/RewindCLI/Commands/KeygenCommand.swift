import ArgumentParser
import RewindAge
import RewindArchive
import RewindFormat
import RewindReplay
import RewindSystem

/// `rewind keygen`: makes a key, for which others can seal recordings.
struct KeygenCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make a key that recordings can be sealed for.",
        discussion: """
            The secret key goes into a file that only you can read, and the public key to standard output. Give the public key to those who \
            send you recordings: they pass it to 'rewind ticket', 'rewind seal' or 'rewind redact' with --to. Every command opens such a \
            recording with the key in the default file, in the file that REWIND_IDENTITY names, or in that of --identity: \
            rewind info bug.rewind.age --identity work-key.txt

            An existing file is never replaced, since only its key opens what was sealed for it. The file has the form that age \
            (https://age-encryption.org) uses, and age opens the recordings, too: age --decrypt -i key.txt bug.rewind.age > bug.rewind

            EXAMPLES
              rewind keygen
              rewind keygen -o work-key.txt
              rewind keygen > me.txt && rewind ticket bug.rewind --level secrets --to me.txt
            """)

    @Option(
        name: .shortAndLong, help: "The file to write; by default key.txt beside the recordings of this machine, in $REWIND_HOME.",
        completion: .file())
    var output: String?

    func validate() throws {
        if output == "-" { throw ValidationError("can't write a key to standard output: name a file with -o, './-' for one called '-'") }
    }

    func run() throws {
        guard let path = output ?? Keyring.ownFile else {
            throw RecordingError(.notFound, "there is no home directory for a key", advice: "Set REWIND_HOME, or name a file with -o")
        }
        if output == nil { try FileSystem.makeDirectory(FileSystem.parts(of: path).directory) }
        let key = Identity()
        let text = key.fileText(created: UTC.iso8601(SystemFacts.wallNanoseconds()))
        do throws(RecordingError) {
            try SharedAtomicFile.write(Array(text.utf8), to: path, replacing: false)
        } catch {
            throw error.code == .exists ? Self.refusal(toReplace: path) : error
        }
        StandardOutput.write("\(key.recipient)\n".utf8)
        Diagnostics.say("the secret key is in \(path): keep it, and give away only the public one")
    }

    /// Says what the key is that is there.
    private static func refusal(toReplace path: String) -> RecordingError {
        let keys = (try? Keyring.identities(in: path)) ?? []
        let known = keys.isEmpty ? "" : ", with the key of \(keys.map(\.recipient.description).joined(separator: " and "))"
        return RecordingError(
            .exists, "already exists\(known), and a key is never replaced", path: path,
            advice: "Name another file with -o, or give away the public key that is there")
    }
}
