import ArgumentParser
import RewindFormat
import RewindSystem

/// Runs work that writes a file, and removes unfinished files on an interruption; if the file exists, the advice mentions the command's
/// option for that.
func naming<Result>(another: String = "file", force: String? = nil, _ work: () throws -> Result) throws -> Result {
    do {
        return try Interruption.cleaningUp(work)
    } catch var error as RecordingError where error.code == .exists {
        error.advice = "Name another \(another) with -o, or \(force ?? "replace it with --force")"
        throw error
    }
}

/// Default names for the files that commands write.
enum OutputName {
    /// Refuses `-`, which elsewhere means standard output: a recording is a file.
    static func check(_ output: String?) throws {
        guard output == "-" else { return }
        throw ValidationError("can't write a recording to standard output: name a file with -o, './-' for one called '-'")
    }

    /// The path of the page of a recording that is written to a path: in the same directory.
    static func page(of path: String) -> String { stem(of: path) + ".html" }

    /// A path without the endings of a recording's name.
    static func stem(of path: String) -> String {
        let path = path.hasSuffix(".rewind.age") ? path.dropLast(4) : path[...]
        return String(path.hasSuffix(".rewind") ? path.dropLast(7) : path)
    }

    /// A path that nothing has, with a number behind the name if need be.
    static func free(_ name: String, suffix: String = ".rewind") -> String {
        FileSystem.kindOfItself(name + suffix) == nil ? name + suffix : numbered(name, from: 2, suffix: suffix)
    }

    /// The name with the first number at which nothing is.
    static func numbered(_ name: String, from first: Int = 1, suffix: String = ".rewind") -> String {
        var number = first
        while FileSystem.kindOfItself("\(name)-\(number)\(suffix)") != nil { number += 1 }
        return "\(name)-\(number)\(suffix)"
    }

    /// The last component of a path, in the current directory, without `.live`, `.rewind` or `.rewind.age` and with `suffix`.
    static func beside(_ path: String, suffix: String = ".rewind") -> String {
        var name = PipedFile.isPath(path) ? "recording" : String(path.split(separator: "/").last ?? "recording")
        if name.hasSuffix(".rewind.age") { name.removeLast(4) }
        for ending in [".live", ".rewind"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        return name + suffix
    }
}
