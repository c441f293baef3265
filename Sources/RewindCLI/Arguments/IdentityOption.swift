import ArgumentParser
import RewindArchive

/// The option that names a key file, by which any command opens recordings that are sealed for a recipient: `--identity FILE`.
enum IdentityOption {
    private static let name = "--identity"

    /// Removes the option from the arguments, wherever it is in front of `--`, and reads the keys.
    ///
    /// It is no option of the commands, since each command has it.
    ///
    /// - Throws: `ValidationError` if no file is named; `RecordingError` if it can't be read, or has no key.
    static func parse(from arguments: inout [String]) throws {
        var rest: [String] = []
        var isOption = false
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        for word in arguments[..<end] {
            if isOption {
                isOption = false
                try Keyring.add(file: word)
            } else if word == name {
                isOption = true
            } else if word.hasPrefix(name + "=") {
                try Keyring.add(file: String(word.dropFirst(name.count + 1)))
            } else {
                rest.append(word)
            }
        }
        if isOption { throw ValidationError("Missing value for '\(name) <file>': name a key file, which 'rewind keygen' makes") }
        arguments = rest + arguments[end...]
    }
}
