package import RewindFormat

/// The reasons why some frames of a backtrace have no functions, with advice.
package struct SymbolGaps: Equatable, Sendable {
    /// The programs and libraries whose files gave no functions, in the order of the backtrace.
    package var images: [Gap] = []
    /// Whether files are available, but no tool that reads them.
    package var lacksSymbolizer = false

    /// A program or library without functions.
    package struct Gap: Equatable, Sendable {
        package var name: String
        /// The build ID of the crashed build; empty if it is unknown.
        package var buildID: String
        package var why: Why

        package init(_ image: Crash.Image, _ why: Why) { (name, buildID, self.why) = (image.name, image.buildID, why) }
    }

    /// The reasons why a file gave no functions.
    package enum Why: Equatable, Sendable {
        /// No file has that name.
        case absent
        /// The file at this path is from another build.
        case otherBuild(String)
        /// The file has no symbols for these addresses.
        case stripped
    }

    package init() {}

    /// The sentences for people.
    package var sentences: [String] {
        var sentences: [String] = []
        if lacksSymbolizer {
            sentences.append(
                "Only offsets are shown, because llvm-symbolizer is not installed: it comes with Swift's toolchain and with LLVM.")
        }
        let absent = images.filter { $0.why == .absent }
        if !absent.isEmpty {
            let names = absent.prefix(3).map { $0.name }.joined(separator: ", ") + (absent.count > 3 ? " and \(absent.count - 3) more" : "")
            sentences.append(
                "Only offsets are shown for \(names): the files are not here. Name them, or their folder, with --symbols, or run this where they are."
            )
        }
        for gap in images {
            if case .otherBuild(let path) = gap.why {
                sentences.append(
                    "Only offsets are shown for \(gap.name): \(path) is another build. The one that crashed is \(gap.buildID.prefix(12)); "
                        + "name it with --symbols.")
            }
        }
        let stripped = images.filter { $0.why == .stripped }.map { $0.name }
        if !stripped.isEmpty {
            sentences.append(
                "Only offsets are shown for some calls in \(stripped.prefix(3).joined(separator: ", ")), which has no symbols for them.")
        }
        return sentences
    }

    /// The sentence for readers of a ticket: the programs whose files to look for, without facts about this machine.
    package var sentenceForReaders: String? {
        let names = images.map { $0.buildID.isEmpty ? $0.name : "\($0.name) (build \($0.buildID.prefix(12)))" }
        if names.isEmpty {
            return lacksSymbolizer ? "Only offsets are known: where the app's files are, 'rewind crash' finds the functions." : nil
        }
        return
            "Only offsets are known for \(names.prefix(3).joined(separator: ", ")): where the files are, 'rewind crash' finds the functions."
    }
}
