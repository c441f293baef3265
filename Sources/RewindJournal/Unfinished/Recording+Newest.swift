public import RewindFormat
import RewindSystem

extension Recording {
    /// The newest recording that an app left in the directory of its recorder; `nil` if none can be opened and has a step.
    ///
    /// If a session was killed before its initial or restored state was written, its recording does not have that state: then an earlier
    /// one that has it is returned, if there is one.
    ///
    /// Only unsealed recordings without a live writer count. Ask before making the recorder, which settles what the sessions before it
    /// left, and may hold such a directory for a moment. Reads the manifests of all, and the newest recording from end to end.
    ///
    /// - Parameters:
    ///   - directory: the directory that the recorder's configuration has; by default the one of a recorder that names none.
    ///   - app: the app's name, where several apps record there.
    /// - Throws: ``RecordingError`` if the directory is there and can't be read.
    public static func newest(in directory: String? = nil, app: String?) throws(RecordingError) -> Recording? {
        let limits = FormatLimits.default
        let directory = directory ?? appRecordings()
        guard FileSystem.kind(of: directory) == .directory else { return nil }
        var found: [(path: String, started: Int)] = []
        for name in try FileSystem.names(in: directory) where FileSystem.kindOfItself("\(directory)/\(name)") == .directory {
            let path = "\(directory)/\(name)"
            guard let bytes = try? FileSystem.read("\(path)/\(Manifest.entryName)", limit: limits.manifestBytes),
                let manifest = try? Manifest(parsing: bytes, limits: limits, path: path), app == nil || manifest.appName == app
            else { continue }
            found.append((path, manifest.started))
        }
        var newest: Recording?
        for (path, _) in found.sorted(by: { $0.started > $1.started }) {
            // One that crashed is over, though a recorder of another process may be settling it just now.
            let isLocked = LiveDirectory.isRecorded(path)
            guard let recording = try? Recording(directory: path, limits: limits, holdsLock: isLocked),
                recording.steps.map({ $0.upperBound > 0 }) == true
            else { continue }
            if isLocked, (try? recording.crash()) == nil { continue }
            if !recording.lacksBeginning { return recording }
            newest = newest ?? recording
        }
        return newest
    }

    /// Whether the state of some store is unknown throughout, or after its first step, if that was a change from outside such as a restored
    /// state.
    private var lacksBeginning: Bool {
        var stores: Set<String> = []
        var unknown: [String: Int] = [:]
        for summary in segments {
            guard let segment = try? segment(summary.index) else { return false }
            for line in segment.actions where stores.insert(line.store).inserted {
                unknown[line.store] = line.type == ActionLine.external ? line.step : 0
            }
            for line in segment.states where line.tellsState {
                if let step = unknown[line.store], line.step >= step { unknown[line.store] = nil }
            }
            if unknown.isEmpty { return false }
        }
        return true
    }
}

extension StateLine {
    /// Whether the state after the step follows from the line, and from those before it.
    fileprivate var tellsState: Bool {
        switch change {
        case .keyframe, .patch, .failed: true
        case .unencodable, .unknown, .action: false
        }
    }
}
