// The platforms of Apple pack a directory themselves when a file coordinator reads it for uploading. That spares an app libarchive, where a
// tester's phone only has to hand over one file. Such zips open like sealed recordings.
#if canImport(Darwin)
    public import Foundation

    extension Recorder {
        /// Packs what is recorded so far into one zip, by the system's own means.
        ///
        /// ```swift
        /// let zip = try await recorder.zipRecent()
        /// let sheet = UIActivityViewController(activityItems: [zip], applicationActivities: nil)
        /// ```
        ///
        /// The zip is in the temporary directory, and yours to remove. Takes as long as compressing the recording does; call it anywhere,
        /// it does not block.
        ///
        /// - Returns: the zip, named after the app and the moment.
        /// - Throws: `RecordingError` if nothing is being recorded or the copy can't be written, `CocoaError` if the system can't pack it.
        public func zipRecent() async throws -> URL {
            let name =
                "\(URL(fileURLWithPath: directory ?? "recording").deletingPathExtension().lastPathComponent)-\(UUID().uuidString.prefix(4))"
            let copy = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            return try await Task.detached {
                try self.saveRecent(to: copy.path)
                defer { try? FileManager.default.removeItem(at: copy) }
                return try Self.zip(of: copy, named: name)
            }.value
        }

        /// Packs the directory of a recording that has ended, such as an earlier launch's, into one zip, by the system's own means.
        ///
        /// Blocks while the system packs.
        ///
        /// - Parameters:
        ///   - directory: the recording.
        ///   - name: the zip's name, without an extension.
        /// - Returns: the zip, in the temporary directory.
        /// - Throws: `CocoaError` if the system can't pack it.
        public static func zip(of directory: URL, named name: String) throws -> URL {
            var coordination: NSError?
            var moved: Result<URL, any Error>?
            NSFileCoordinator().coordinate(readingItemAt: directory, options: .forUploading, error: &coordination) { packed in
                // The system removes its zip when this returns.
                moved = Result {
                    let zip = FileManager.default.temporaryDirectory.appendingPathComponent(name + ".rewind")
                    try? FileManager.default.removeItem(at: zip)
                    try FileManager.default.moveItem(at: packed, to: zip)
                    return zip
                }
            }
            if let moved { return try moved.get() }
            throw coordination ?? CocoaError(.fileReadUnknown)
        }
    }
#endif
