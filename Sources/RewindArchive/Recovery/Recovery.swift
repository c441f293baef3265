public import RewindFormat
import RewindJournal
import RewindSystem

extension Sealing {
    /// Makes a whole bundle from the sound parts of a damaged one, or of the directory of an app that died.
    ///
    /// Complete entries are kept; the `losses` of the returned recording say what was lost. A bundle that is whole, or
    /// was recovered before, yields the same recording. The input is never changed or removed.
    ///
    /// - Throws: `RecordingError` if the input contains nothing of a recording, has a later format, or its app is still running, or if the
    ///   output already exists or is the input.
    @discardableResult public func recover(_ input: String, to output: String) throws(RecordingError) -> Recording {
        switch FileSystem.kind(of: input) {
        case nil: throw RecordingError(.notFound, "no such file or directory", path: input)
        case .directory:
            var sealing = self
            sealing.removesDirectory = false
            sealing.rebuildsManifest = true
            return try sealing.seal(input, to: output)
        case .file, .other:
            try checkOutput(output, isOutside: input)
            var contents = try recoverable(input)
            contents.manifest.losses += knownLosses
            try writer(output).write(contents)
            return try openRecording(at: output, limits: limits, formatLimits: formatLimits)
        }
    }

    /// What can be kept of a file: everything if it is whole.
    private func recoverable(_ input: String) throws(RecordingError) -> BundleContents {
        do throws(RecordingError) {
            let files = try BundleFiles(file: input, limits: limits)
            if let packed = PackedDirectory(files, path: input, limits: formatLimits) {
                return try BundleContents(of: Recording(leftIn: packed, limits: formatLimits, rebuildsManifest: true))
            }
            let source = try BundleSource(files, path: input, limits: formatLimits)
            let recording = try Recording(bundle: source, limits: formatLimits)
            try source.verify()
            return BundleContents(sealed: recording)
        } catch {
            let file = try InputFile(path: input)
            try limits.check(file.size, \.bundleBytes, "bundleBytes", "a file size")
            if let contents = try BundleContents(salvaging: file, limits: limits, formatLimits: formatLimits) { return contents }
            var error = error
            error.advice = "The file contains no intact part of a recording"
            throw error
        }
    }
}
