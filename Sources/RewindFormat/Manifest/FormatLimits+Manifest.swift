extension FormatLimits {
    /// Throws ``RecordingError/Code/limit`` if a manifest has more bytes than it may have.
    package func checkManifest(size: Int64, path: String) throws(RecordingError) {
        guard size > Int64(manifestBytes) else { return }
        throw RecordingError(
            .limit, "the manifest has \(size) bytes, and the limit manifestBytes is \(manifestBytes)", path: path, entry: Manifest.entryName
        )
    }
}
