import RewindFormat
import RewindSystem
import RewindValue

/// Locates the programs and libraries of a crashed process on this machine, so that their symbols can be read.
struct ImageFiles {
    /// Folders and files that the user named.
    let named: [String]
    /// Other folders and files to search.
    private let places: [String]

    /// The result of the search for an image.
    enum Found: Equatable {
        /// A file of the same build.
        case file(String)
        /// A file with the same name but from another build.
        case otherBuild(String)
        case nothing
    }

    /// Searches the places that the user named, then the place from which the program was started, the folders that `swift build` creates,
    /// the folder of this command, and the `PATH`.
    init(symbols: [String] = [], program: String? = nil) {
        let builds = [".build/debug", ".build/release"]
        let beside = "/" + SystemFacts.program.split(separator: "/").dropLast().joined(separator: "/")
        let path = (SystemFacts.environment("PATH") ?? "").split(separator: ":").map(String.init)
        named = symbols
        places = [program].compactMap(\.self) + builds + [beside] + path
    }

    /// The file of an image: it must have the same name, and the same build ID if both have one.
    func file(for image: Crash.Image) -> Found {
        let own = image.path.hasPrefix("/") ? [image.path] : []
        let all = named.map { candidate(for: image, in: $0) } + own + places.map { candidate(for: image, in: $0) }
        // Files that the user named may have other names; their build ID identifies them.
        let named = Set(self.named)
        let candidates = all.filter {
            FileSystem.kind(of: $0) == .file
                && ($0.split(separator: "/").last == image.name[...] || named.contains($0) && !image.buildID.isEmpty)
        }
        if let file = candidates.first(where: { Self.isBuild(image.buildID, $0) }) { return .file(file) }
        return candidates.first { $0.split(separator: "/").last == image.name[...] }.map { .otherBuild($0) } ?? .nothing
    }

    /// The path that an image would have in a folder; a file is returned as it is.
    private func candidate(for image: Crash.Image, in place: String) -> String {
        FileSystem.kind(of: place) == .directory ? "\(place)/\(image.name)" : place
    }

    private static func isBuild(_ buildID: String, _ file: String) -> Bool {
        guard !buildID.isEmpty else { return true }
        let wanted = stride(from: 0, to: buildID.count - 1, by: 2).compactMap { position in
            let start = buildID.index(buildID.startIndex, offsetBy: position)
            return UInt8(buildID[start...].prefix(2), radix: 16)
        }
        // The build ID is in the first pages, where the loader finds it without reading the rest.
        guard let head = FileSystem.head(of: file, count: 1 << 16), head.count > wanted.count else { return false }
        return head.withUnsafeBytes { head in
            (0...(head.count - wanted.count)).contains { start in
                head[start] == wanted.first && UnsafeRawBufferPointer(rebasing: head[start..<(start + wanted.count)]).elementsEqual(wanted)
            }
        }
    }
}
