package import RewindFormat
import RewindJournal
package import RewindValue
package import TestSupport

/// Writes a live recording line by line, with the writers that recorders use, so that tests can have any history they like.
package final class RecordingBuilder {
    package let path: String
    private let directory: LiveDirectory
    private let status: StatusPage
    private var actions: ActionStream
    private var states: StateStream
    private var segment = 0

    /// Begins a recording below `folder`: its manifest, its status page, and segment 0, with the state of the main store if it is given.
    package init(
        in folder: TemporaryFolder, stores: [String] = [ActionLine.mainStore], state: JSONValue? = nil,
        edit: (inout Manifest) -> Void = { _ in }
    ) throws {
        let started = 1_795_261_802_000_000_000  // 2026-11-21 11:50:02 UTC
        directory = try LiveDirectory(creatingIn: folder.path, app: "Shop", started: started, processID: 4242)
        path = directory.path
        var manifest = Manifest(recorder: RewindVersion.text, started: started)
        manifest.app = ["name": "Shop", "version": "2.1"]
        manifest.device = ["os": "Linux 6.1", "architecture": "x86_64"]
        manifest.stores = stores.map { Manifest.StoreInfo(name: $0, state: "AppState") }
        edit(&manifest)
        try directory.write(manifest)
        status = try StatusPage(creating: directory.file(StatusPage.fileName), processID: 4242, started: started)
        for (index, store) in stores.enumerated() { status.name(store: index, store) }
        try directory.makeSegment(0)
        actions = try ActionStream(creating: directory.file(SegmentName.actions(0)), segment: 0)
        states = try StateStream(creating: directory.file(SegmentName.states(0)))
        if let state { keyframe(0, state) }
    }

    /// Begins the next segment; the streams roll over together.
    package func roll() throws {
        try closeStreams()
        segment += 1
        try directory.makeSegment(segment)
        actions = try ActionStream(creating: directory.file(SegmentName.actions(segment)), segment: segment)
        states = try StateStream(creating: directory.file(SegmentName.states(segment)))
    }

    /// Begins the next segment with a state in full.
    package func roll(at step: Int, _ value: JSONValue) throws {
        try roll()
        keyframe(step, value)
    }

    /// Writes an action, at ten milliseconds a step unless told otherwise.
    package func action(
        _ step: Int, _ type: String, store: String = ActionLine.mainStore, time: Int? = nil, edit: (inout ActionLine) -> Void = { _ in }
    ) throws {
        var line = ActionLine(step: step, time: time ?? step * 10_000_000, type: type, action: .object([type: [:]]), store: store)
        edit(&line)
        var bytes: [UInt8] = []
        ActionLine.writeHead(step: line.step, time: line.time, into: &bytes)
        line.writeMembers(into: &bytes)
        try append(bytes)
        status.cell(store: 0)?.set(step: step, phase: .idle)
    }

    /// Writes an action and the patch of its step, given as JSON text.
    package func step(
        _ step: Int, _ type: String, _ patch: String = "[]", store: String = ActionLine.mainStore, time: Int? = nil,
        edit: (inout ActionLine) -> Void = { _ in }
    ) throws {
        try action(step, type, store: store, time: time, edit: edit)
        try self.patch(step, patch, store: store)
    }

    /// Writes steps that each set a member of the state to their number.
    package func count(
        _ steps: some Sequence<Int>, _ type: String, at path: String = "/count", store: String = ActionLine.mainStore
    ) throws {
        for step in steps { try self.step(step, type, #"[{"op":"replace","path":"\#(path)","value":\#(step)}]"#, store: store) }
    }

    /// Writes a line of the action stream that is no step.
    package func journal(_ json: JSONValue) throws { try append(Array(json.jsonText.utf8)) }

    private func append(_ json: [UInt8]) throws {
        var bytes = json
        LiveLine.close(&bytes, from: 0)
        var failure: RecordingError?
        bytes.withUnsafeBytes { bytes in
            do throws(RecordingError) { try actions.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes a state in full.
    package func keyframe(_ step: Int, _ value: JSONValue, store: String = ActionLine.mainStore) { line(step, store, .keyframe(value)) }

    /// Writes a patch, given as JSON text.
    package func patch(_ step: Int, _ text: String, store: String = ActionLine.mainStore, merged: ClosedRange<Int>? = nil) throws {
        line(step, store, .patch(try JSONPatch(json: JSONValue(parsing: text))), merged: merged)
    }

    /// Writes any line of the state stream.
    package func line(_ step: Int, _ store: String = ActionLine.mainStore, _ change: StateLine.Change, merged: ClosedRange<Int>? = nil) {
        var line = StateLine(step: step, store: store, change: change)
        line.merged = merged
        line.took = 1_500
        _ = states.append(line)
    }

    /// Says in the status page where a store is.
    package func underWay(_ step: Int, _ phase: Ending.Phase) { status.cell(store: 0)?.set(step: step, phase: phase) }

    /// Has what was written so far be in the files, for whoever follows them.
    package func flush() throws { try states.flush() }

    /// Ends the recording properly, and returns its directory.
    package func finish() throws -> String {
        status.setFinished()
        return try die()
    }

    /// Ends the recording as a death of the process does, and returns its directory.
    package func die() throws -> String {
        try closeStreams()
        directory.unlock()
        return path
    }

    private func closeStreams() throws {
        try actions.finish()
        try states.flush()
    }
}
