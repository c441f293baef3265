package import RewindFormat
import RewindValue

/// What takes space in a recording, in bytes of its lines before compression.
package struct DiskUsage: Sendable, Equatable {
    /// By type of action: the actions, and the patches of their steps.
    package var types: [Row] = []
    /// By place in the state: patches and keyframes; all indices of an array count as one place, `*`.
    package var places: [Row] = []
    /// By segment: the lines of its actions and of its states.
    package var segments: [Row] = []

    package struct Row: Sendable, Equatable {
        /// The type, the place, or the segment's number.
        package var name: String
        /// The number of steps; for a place, of operations.
        package var count = 0
        /// Bytes of actions; for a place, those in keyframes.
        package var fixed = 0
        /// Bytes of patches; for a segment, those of all state lines.
        package var changes = 0
        package var bytes: Int { fixed + changes }
    }
}

extension Timeline {
    /// Measures what was recorded.
    ///
    /// - Parameter depth: How many tokens of a place are distinguished.
    /// - Throws: `RecordingError` if a segment can't be read.
    package func diskUsage(depth: Int = 1) throws(RecordingError) -> DiskUsage {
        var types = UsageTable()
        var places = UsageTable()
        var usage = DiskUsage()
        let stores = Set([mainStore] + recording.manifest.stores.map { $0.name })
        for position in 0..<segmentCount {
            let segment = try segment(at: position)
            for step in segment.steps {
                var changes = 0
                for operation in step.patch?.operations ?? [] {
                    let bytes = JSONPatch([operation]).json.byteCount - 2
                    changes += bytes
                    places.add(Self.name(operation.pointer.tokens, depth), changes: bytes)
                }
                types.add(step.type, fixed: step.action?.byteCount ?? 0, changes: changes)
            }
            for store in stores {
                for event in segment.track(of: store).events {
                    guard case .keyframe(let value) = event.kind else { continue }
                    Self.weigh(value, at: [], depth) { places.add($0, count: 0, fixed: $1) }
                }
            }
            usage.segments.append(try row(of: segment))
        }
        usage.types = types.rows
        usage.places = places.rows
        return usage
    }

    private func row(of segment: SegmentSteps) throws(RecordingError) -> DiskUsage.Row {
        let index = segment.span.index
        let info = recording.manifest.segments.first { $0.index == index }
        var row = DiskUsage.Row(name: String(index), count: segment.steps.count)
        if let info {
            row.fixed = info.actions.bytes
            row.changes = info.states.bytes
        } else {
            row.fixed = try bytes(of: SegmentName.actions(index))
            row.changes = try bytes(of: SegmentName.states(index))
        }
        return row
    }

    /// The bytes of a live stream, without the zeros by which it was extended in advance.
    private func bytes(of name: String) throws(RecordingError) -> Int {
        guard recording.source.names.contains(name) else { return 0 }
        return (try recording.source.read(name).lastIndex { $0 != 0 } ?? -1) + 1
    }

    private static func name(_ tokens: [String], _ depth: Int) -> String {
        PointerPattern(JSONPointer(tokens: Array(tokens.prefix(depth)))).description
    }

    private static func weigh(_ value: JSONValue, at tokens: [String], _ depth: Int, _ body: (String, Int) -> Void) {
        switch value {
        case .object(let object) where tokens.count < depth && !object.isEmpty:
            for (key, member) in object { weigh(member, at: tokens + [key], depth, body) }
        case .array(let elements) where tokens.count < depth && !elements.isEmpty:
            for element in elements { weigh(element, at: tokens + ["0"], depth, body) }
        default: body(name(tokens, depth), value.byteCount)
        }
    }
}

/// Rows by name, while counting.
private struct UsageTable {
    private var byName: [String: DiskUsage.Row] = [:]

    mutating func add(_ name: String, count: Int = 1, fixed: Int = 0, changes: Int = 0) {
        byName[name, default: DiskUsage.Row(name: name)].count += count
        byName[name]?.fixed += fixed
        byName[name]?.changes += changes
    }

    /// The rows, largest first.
    var rows: [DiskUsage.Row] { byName.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) } }
}
