import RewindFormat
import RewindJournal
import RewindRendering
import RewindSystem
import RewindValue

extension Symbols {
    /// Looks up every frame of a backtrace in the files of its images; runs the system's symbolizer once for each image.
    init(of crash: Crash, in files: ImageFiles) {
        self.init()
        let innermost = crash.backtrace.first
        for image in crash.backtrace.compactMap(\.image) where !missing.contains(image.name) && files.file(for: image) == nil {
            missing.append(image.name)
        }
        for (image, frames) in Dictionary(grouping: crash.backtrace, by: \.image) {
            guard let image, let file = files.file(for: image) else { continue }
            let offsets = frames.map { frame in
                // A caller's address is where it goes on, so its call is the byte before.
                (frame.offset ?? 0) - (frame == innermost || frame.offset == 0 ? 0 : 1)
            }
            for (frame, place) in zip(frames, Self.look(up: offsets, in: file)) { places[frame] = place }
        }
    }

    /// Asks `llvm-symbolizer`, which comes with the Swift toolchain, in one run.
    private static func look(up offsets: [UInt64], in file: String) -> [SourceLocation?] {
        let addresses = offsets.map { "0x" + String($0, radix: 16) }
        for tool in ["llvm-symbolizer"] + toolchainTools {
            let command = [tool, "--output-style=JSON", "--no-inlines", "--obj=\(file)"] + addresses
            guard let output = ToolRun.output(of: command), let answers = (try? JSONValue(parsing: output))?.array else { continue }
            return answers.map { answer in
                guard let symbol = answer["Symbol"]?.array?.first, let name = symbol["FunctionName"]?.string, !name.isEmpty else {
                    return nil
                }
                var place = SourceLocation(function: Demangler.name(name))
                if let path = symbol["FileName"]?.string, !path.isEmpty, let line = symbol["Line"]?.int, line > 0 {
                    place.line = "\(path.split(separator: "/").last ?? ""):\(line)"
                }
                return place
            }
        }
        return []
    }

    /// The symbolizer of the toolchain, where only `swift` is on the `PATH`.
    private static let toolchainTools: [String] = (SystemFacts.environment("PATH") ?? "").split(separator: ":")
        .filter { FileSystem.kind(of: "\($0)/swift") == .file }.map { "\($0)/llvm-symbolizer" }
}
