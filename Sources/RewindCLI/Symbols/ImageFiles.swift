import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// Where on this machine the programs and libraries of a crashed process are, so that their symbols can be read.
struct ImageFiles {
    /// Folders and files that the user named.
    let named: [String]
    /// Folders and files to look in besides.
    private let places: [String]

    /// What is there for an image.
    enum Found: Equatable {
        /// The file of that build.
        case file(String)
        /// A file of that name, and of another build.
        case otherBuild(String)
        case nothing
    }

    /// Looks in the places that the user names, then where the program was started from, in the folders that `swift build` makes, beside this
    /// command, and on the `PATH`.
    init(symbols: [String] = [], program: String? = nil) {
        let builds = [".build/debug", ".build/release"]
        let beside = "/" + SystemFacts.program.split(separator: "/").dropLast().joined(separator: "/")
        let path = (SystemFacts.environment("PATH") ?? "").split(separator: ":").map(String.init)
        named = symbols
        places = [program].compactMap(\.self) + builds + [beside] + path
    }

    /// The file of an image: of that name, and of that very build where both tell.
    func file(for image: Crash.Image) -> Found {
        let own = image.path.hasPrefix("/") ? [image.path] : []
        let all = named.map { candidate(for: image, in: $0) } + own + places.map { candidate(for: image, in: $0) }
        // What the user names may have another name: its build's number tells.
        let named = Set(self.named)
        let candidates = all.filter {
            FileSystem.kind(of: $0) == .file
                && ($0.split(separator: "/").last == image.name[...] || named.contains($0) && !image.buildID.isEmpty)
        }
        if let file = candidates.first(where: { Self.isBuild(image.buildID, $0) }) { return .file(file) }
        return candidates.first { $0.split(separator: "/").last == image.name[...] }.map { .otherBuild($0) } ?? .nothing
    }

    /// The places that the user named and in which none of these images is.
    func unfit(for images: [Crash.Image]) -> [String] {
        named.filter { place in
            !images.contains { image in
                let file = candidate(for: image, in: place)
                guard FileSystem.kind(of: file) == .file, Self.isBuild(image.buildID, file) else { return false }
                return !image.buildID.isEmpty || file.split(separator: "/").last == image.name[...]
            }
        }
    }

    /// The file that an image would be in a folder; a file itself.
    private func candidate(for image: Crash.Image, in place: String) -> String {
        FileSystem.kind(of: place) == .directory ? "\(place)/\(image.name)" : place
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
