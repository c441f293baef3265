import ArgumentParser
import RewindFormat
import RewindSystem

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
        throw ValidationError("can't write a recording to standard output: name a file with -o, './-' for one called '-'")
    }

    /// The last part of a path in the current directory, without `.live` or `.rewind` and with `suffix`.
    static func beside(_ path: String, suffix: String = ".rewind") -> String {
        var name = PipedFile.isPath(path) ? "recording" : String(path.split(separator: "/").last ?? "recording")
        for ending in [".live", ".rewind"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        return name + suffix
    }
}
