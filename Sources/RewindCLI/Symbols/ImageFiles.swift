import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// Where on this machine the programs and libraries of a crashed process are, so that their symbols can be read.
struct ImageFiles {
    /// Folders and files to look in, those that the user named first.
    private let places: [String]

    /// Looks in the places that the user names, in the folders that `swift build` makes, beside this command, and on the `PATH`.
    init(symbols: [String]) {
        let builds = [".build/debug", ".build/release"]
        let beside = "/" + SystemFacts.program.split(separator: "/").dropLast().joined(separator: "/")
        let path = (SystemFacts.environment("PATH") ?? "").split(separator: ":").map(String.init)
        places = symbols + builds + [beside] + path
    }

    /// The file of an image: of that name, and of that very build where both tell; `nil` where there is none.
    func file(for image: Crash.Image) -> String? {
        let named = places.map { FileSystem.kind(of: $0) == .directory ? "\($0)/\(image.name)" : $0 }
        let candidates = (image.path.hasPrefix("/") ? [image.path] : []) + named.filter { $0.split(separator: "/").last == image.name[...] }
        return candidates.first { FileSystem.kind(of: $0) == .file && Self.isBuild(image.buildID, $0) }
    }

    /// Whether the file carries that build's number.
    private static func isBuild(_ buildID: String, _ file: String) -> Bool {
        guard !buildID.isEmpty else { return true }
        let wanted = stride(from: 0, to: buildID.count - 1, by: 2).compactMap { position in
            let start = buildID.index(buildID.startIndex, offsetBy: position)
            return UInt8(buildID[start...].prefix(2), radix: 16)
        }
        // The number stands in the first pages, where the loader finds it without reading the rest.
        guard let head = FileSystem.head(of: file, count: 1 << 16), head.count > wanted.count else { return false }
        return head.withUnsafeBytes { head in
            (0...(head.count - wanted.count)).contains { start in
                head[start] == wanted.first && UnsafeRawBufferPointer(rebasing: head[start..<(start + wanted.count)]).elementsEqual(wanted)
            }
        }
    }
}
