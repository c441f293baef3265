import ArgumentParser
import RewindAge
import RewindFormat
import RewindSystem

/// The option for whom a new recording is sealed.
struct RecipientsOption: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Seal the file so that only the owner of this key can open it: a public key of age, age1…, or a file of them; may be given "
                + "several times. The file's name then ends in .age.", valueName: "key"),
        completion: .file())
    var keys: [String] = []

    var isGiven: Bool { !keys.isEmpty }

    /// The ending of the file's name that sealing adds.
    var suffix: String { isGiven ? ".age" : "" }

    /// The remark about the file.
    var sentence: String { "it is sealed: only the secret key of a recipient opens it" }

    /// Whom to seal for; empty if the option is not given.
    ///
    /// - Throws: `ValidationError` for what is no key, `RecordingError` for a file that can't be read or has none.
    func recipients() throws -> [Recipient] {
        var recipients: [Recipient] = []
        for key in keys {
            for recipient in try Self.recipients(key) where !recipients.contains(recipient) { recipients.append(recipient) }
        }
        return recipients
    }

    private static func recipients(_ key: String) throws -> [Recipient] {
        if Recipient.isMeant(by: key) || Identity.isMeant(by: key) {
            do throws(RecordingError) { return [try Recipient(parsing: key)] } catch {
                throw ValidationError("--to: \(error.message)" + (error.advice.map { ". \($0)" } ?? ""))
            }
        }
        do throws(RecordingError) {
            return try Recipient.all(in: String(decoding: FileSystem.read(key, limit: 1 << 20), as: UTF8.self))
        } catch {
            var error = error
            error.path = error.path ?? key
            if error.code == .notFound || FileSystem.isMissing(key) {
                error.advice = "--to takes a public key, age1…, or a file of them; `rewind keygen` prints one"
            }
            throw error
        }
    }

    /// The path of the file that is written: the name that was given or is usual, with `.age` behind it if the file is sealed.
    func path(_ path: String) -> String { isGiven && !path.hasSuffix(".age") ? path + ".age" : path }
}
