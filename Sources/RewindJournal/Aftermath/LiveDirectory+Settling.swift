package import RewindFormat
import RewindSystem

extension LiveDirectory {
    /// Says in the manifest how a dead process's recording ended, if nobody has yet; costs its status page and its last segment.
    ///
    /// - Returns: the ending, if this call found it out and something was cut short by it: not where the process exited between two steps.
    package func settle() throws(RecordingError) -> Ending? {
        var manifest = try Manifest(parsing: try FileSystem.read(file(Manifest.entryName), limit: 8 << 20), path: path)
        guard manifest.ending.how == .recording else { return nil }
        let source = try DirectorySource(path: path)
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
}
