package import RewindFormat
import RewindSystem

extension LiveDirectory {
    /// Writes into the manifest how a dead process's recording ended, unless that is there already; reads the status page and the last
    /// segment, and frees the disk space that was reserved for the segment and not written.
    ///
    /// - Returns: the ending, if this call found it out and the ending cut something short: not if the process exited between two steps.
    package func recordEnding() throws(RecordingError) -> Ending? {
        var manifest = try Manifest(parsing: try FileSystem.read(file(Manifest.entryName), limit: 8 << 20), path: path)
        guard manifest.ending.how == .recording else { return nil }
        let source = try DirectorySource(path: path)
        giveBackReserve(source)
        guard let status = Status(try FileSystem.read(file(StatusPage.fileName), limit: StatusPage.byteCount)), !status.isFinished else {
            return nil
        }
        var ending = Ending(of: try Crash(live: source), status)
        var types: [Int: String] = [:]
        if !status.underWay.isEmpty,
            let last = SegmentName.indices(in: source.names).last(where: { source.names.contains(SegmentName.actions($0)) })
        {
            let segment = Segment(index: last, actions: try source.read(SegmentName.actions(last)), states: [], isLive: true)
            for action in segment.actions { types[action.step] = action.type }
        }
        for place in ending.underWay.indices { ending.underWay[place].type = types[ending.underWay[place].step] }
        manifest.ending = ending
        try write(manifest)
        return ending.how == .finished ? nil : ending
    }

    /// Truncates the last segments' action files, which were extended ahead of need, to what was written; a file that can't be truncated
    /// stays as it is.
    private func giveBackReserve(_ source: DirectorySource) {
        for index in SegmentName.indices(in: source.names).suffix(2) {
            let name = SegmentName.actions(index)
            let written = source.writtenBytes(of: name)
            guard written < FileSystem.size(of: file(name)) ?? 0 else { continue }
            try? File(opening: file(name), .update).truncate(to: written)
        }
    }
}
