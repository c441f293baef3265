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

/// `llvm-symbolizer`, which comes with the Swift toolchain.
enum Symbolizer {
    /// The functions at offsets of a program's file, innermost first, from a single run; `nil` if the tool is missing or fails.
    static func places(at offsets: [UInt64], in file: String) -> [[Crash.Place]]? {
        let addresses = offsets.map { "0x" + String($0, radix: 16) }
        for tool in ["llvm-symbolizer"] + toolchainTools {
            let command = [tool, "--output-style=JSON", "--inlines", "--obj=\(file)"] + addresses
            guard let output = ToolRun.output(of: command), let answers = (try? JSONValue(parsing: output))?.array,
                answers.count == offsets.count
            else { continue }
            return answers.map { answer in (answer["Symbol"]?.array ?? []).compactMap(place) }
        }
        return nil
    }

    private static func place(_ symbol: JSONValue) -> Crash.Place? {
        guard let name = symbol["FunctionName"]?.string, !name.isEmpty else { return nil }
        var place = Crash.Place(function: Demangler.name(name))
        if let path = symbol["FileName"]?.string, !path.isEmpty, let line = symbol["Line"]?.int, line > 0 {
            place.line = "\(path.split(separator: "/").last ?? ""):\(line)"
        }
        return place
    }

    /// The symbolizer of the toolchain, if only `swift` is on the `PATH`.
    private static let toolchainTools: [String] = (SystemFacts.environment("PATH") ?? "").split(separator: ":")
        .filter { FileSystem.kind(of: "\($0)/swift") == .file }.map { "\($0)/llvm-symbolizer" }
}
