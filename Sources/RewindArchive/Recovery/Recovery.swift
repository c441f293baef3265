package import RewindFormat
import RewindJournal
import RewindSystem

extension Sealing {
    /// Makes a whole bundle from the sound parts of a damaged bundle, packed or unpacked, or of the directory of an app that died.
    ///
    /// Complete entries and the intact lines of damaged streams are kept; lines that break the format's rules are left out, so that a
    /// checkup of the file finds no error. The `losses` of the returned recording list what was lost. A bundle that is whole, or was
    /// recovered before, yields the same recording. The input is never changed or removed.
    ///
    /// - Throws: `RecordingError` if the input contains nothing of a recording, has a later format, or its app is still running, or if the
    ///   output already exists or is the input.
    @discardableResult package func recover(_ input: String, to output: String) throws(RecordingError) -> Recording {
        switch FileSystem.kind(of: input) {
        case nil: throw RecordingError(.notFound, "no such file or directory", path: input)
        case .directory where try !wasUnpacked(input):
            var sealing = self
            sealing.removesDirectory = false
            sealing.rebuildsManifest = true
            sealing.mends = true
            return try sealing.seal(input, to: output)
        case .directory, .file, .other:
            try checkOutput(output, outside: input)
            var contents = try recoverable(input)
            _ = contents.removeForbiddenEntries(limits: limits)
            try contents.mend(path: input, limits: formatLimits)
            try writer(output).write(contents)
            return try openRecording(at: output, limits: limits, formatLimits: formatLimits)
        }
    }

    /// Whether a directory once was a sealed recording, as far as damage lets that be seen.
    private func wasUnpacked(_ directory: String) throws(RecordingError) -> Bool {
        do throws(RecordingError) {
            if try isUnpacked(directory, limits: formatLimits) { return true }
        } catch {
            if error.code == .unsupported { throw error }
            return true
        }
        // Checked before the subdirectories are read: the directory may be the root of a disk.
        let hasManifest = FileSystem.kindOfItself("\(directory)/\(Manifest.entryName)") != nil
        return !hasManifest && !isLiveDirectory(at: directory) && FileSystem.kind(of: "\(directory)/segments") == .directory
    }

    /// The recoverable contents of a file or a folder; all of it if it is whole.
    private func recoverable(_ input: String) throws(RecordingError) -> BundleContents {
        let isFolder = FileSystem.kind(of: input) == .directory
        do throws(RecordingError) {
            let files =
                isFolder
                ? BundleFiles.folder(try DirectorySource(path: input, limits: formatLimits)) : try BundleFiles(file: input, limits: limits)
            if !isFolder, let packed = ZippedLiveDirectory(files, path: input, limits: formatLimits) {
                return try BundleContents(of: Recording(unsealed: packed, limits: formatLimits, rebuildsManifest: true))
            }
            let source = try BundleSource(files, path: input, limits: formatLimits)
            let recording = try Recording(bundle: source, limits: formatLimits)
            if let damaged = source.damaged(threads: formatLimits.workers).first { throw damaged.error }
            return BundleContents(sealed: recording)
        } catch {
            let files: any SalvagedFiles = isFolder ? try SalvagedFolder(input, limits: formatLimits) : try salvagedZip(input)
            if let contents = try BundleContents(salvaging: files, path: input, limits: formatLimits) { return contents }
            var error = error
            error.advice = "The \(isFolder ? "directory" : "file") contains no intact part of a recording"
            throw error
        }
    }

    private func salvagedZip(_ path: String) throws(RecordingError) -> SalvagedZip {
        let file = try InputFile.opened(path, limits: limits)
        try limits.check(file.size, limits.bundleBytes, "bundleBytes", "a file size")
        return try SalvagedZip(file, limits: limits)
    }
}
