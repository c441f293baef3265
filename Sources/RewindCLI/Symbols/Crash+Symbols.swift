import RewindFormat
import RewindJournal
import RewindRendering
import RewindSystem
import RewindValue

extension Crash {
    /// The crash with the functions and lines of its calls, as far as the files of its programs and libraries are available.
    ///
    /// Calls that already have functions keep them, unless the user named files. Runs the system's symbolizer once for each image.
    func symbolised(by files: ImageFiles) -> (crash: Crash, gaps: SymbolGaps) {
        var (crash, gaps) = (self, SymbolGaps())
        for image in images {
            let positions = backtrace.indices.filter { backtrace[$0].image == image }
            let isKnown = positions.contains { !backtrace[$0].places.isEmpty }
            if isKnown, files.named.isEmpty { continue }
            switch files.file(for: image) {
            case .nothing: if !isKnown { gaps.images.append(.init(image, .absent)) }
            case .otherBuild(let file): if !isKnown { gaps.images.append(.init(image, .otherBuild(file))) }
            case .file(let file):
                guard let found = Symbolizer.places(at: positions.map(address), in: file) else {
                    gaps.lacksSymbolizer = gaps.lacksSymbolizer || !isKnown
                    continue
                }
                for (position, places) in zip(positions, found) where !places.isEmpty { crash.backtrace[position].places = places }
                if positions.contains(where: { crash.backtrace[$0].places.isEmpty }) { gaps.images.append(.init(image, .stripped)) }
            }
        }
        return (crash, gaps)
    }

    /// The offsets of the calls in each program and library that is not the system's, in the order of the backtrace.
    var offsetsByImage: [(image: Image, offsets: [UInt64])] {
        images.filter { !$0.withoutFolders.path.hasPrefix("/") }.map { image in
            (image, backtrace.indices.filter { backtrace[$0].image == image }.map(address))
        }
    }

    /// The programs and libraries of the calls, in the order of the backtrace.
    private var images: [Image] {
        backtrace.compactMap(\.image).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The offset to look up: a caller's frame has the return address, so its call is at the byte before.
    private func address(of position: Int) -> UInt64 {
        let offset = backtrace[position].offset ?? 0
        return offset - (position == 0 || offset == 0 ? 0 : 1)
    }
}
