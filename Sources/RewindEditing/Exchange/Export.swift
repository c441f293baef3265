import RewindFormat
package import RewindReplay
import RewindValue

/// Writes a recording in the formats of other tools, in one pass, with a segment or two in memory.
///
/// ```swift
/// try Export(of: timeline).write(.csv) { bytes in print(String(decoding: bytes, as: UTF8.self), terminator: "") }
/// ```
package struct Export {
    package let timeline: Timeline
    /// The steps to export; all by default.
    package var steps: ClosedRange<Int>
    /// Whether NDJSON and JSON include the state after each step; by default they do not.
    ///
    /// Computing a state costs as much as all steps since the last keyframe.
    package var withStates = false
    /// The store whose steps and states are written; all by default.
    ///
    /// Redux DevTools knows only one store, by default the first.
    package var store: String?

    /// Whether CSV is for Excel: with a byte order mark, and cells of no more than 32,767 UTF-16 units; by default it is not.
    package var isForExcel = false
    /// Called after a table is written, with the number of cells that were cut, if any; those cells end in `…`.
    package var onCut: (_ cells: Int) -> Void = { _ in }

    /// Creates an export of a whole recording.
    package init(of timeline: Timeline) {
        self.timeline = timeline
        steps = timeline.steps
    }

    package enum Format: String, Sendable, CaseIterable {
        /// One JSON object a line, for each step and each item between the steps.
        case ndjson
        /// One JSON object, with the same objects in an array.
        case json
        /// A table with a header, for spreadsheets: no cell is a formula.
        ///
        /// `time_seconds` counts from the start of the recording and `took_seconds` is the duration of the reducer, both with nine
        /// decimals; `wall_utc` is the wall clock time according to ISO 8601: `2026-11-21T11:50:02.123456789Z`.
        case csv
        /// Chrome's trace format, which ui.perfetto.dev shows.
        case perfetto
        /// The history that the Import button of Redux DevTools accepts.
        case reduxDevTools = "redux-devtools"

        /// Whether the format can hold the state after each step, see ``Export/withStates``.
        package var includesStates: Bool {
            switch self {
            case .ndjson, .json: true
            case .csv, .perfetto, .reduxDevTools: false
            }
        }

        /// Whether the format holds only one store.
        package var isOfOneStore: Bool {
            switch self {
            case .ndjson, .json, .csv, .perfetto: false
            case .reduxDevTools: true
            }
        }
    }

    /// Writes the recording in a format, in pieces.
    ///
    /// - Returns: the lost steps that the format can't represent; empty for a format that can.
    /// - Throws: `RecordingError` if a segment can't be read, or it would be out of proportion to the file, and any error of `send`.
    @discardableResult
    package func write(_ format: Format, to send: @escaping (_ bytes: [UInt8]) throws -> Void) throws -> UnknownSteps {
        var budget = OutputBudget(for: timeline.recording)
        var output = ByteOutput { bytes in
            try budget.spend(bytes.count)
            try send(bytes)
        }
        var lost = UnknownSteps()
        switch format {
        case .ndjson: try LineExport(self).write(to: &output, asDocument: false)
        case .json: try LineExport(self).write(to: &output, asDocument: true)
        case .csv:
            let cut = try TableExport(self).write(to: &output)
            if cut > 0 { onCut(cut) }
        case .perfetto: try TraceExport(self).write(to: &output, lost: &lost)
        case .reduxDevTools: try HistoryExport(self).write(to: &output, lost: &lost)
        }
        try output.flush()
        return lost
    }

    /// Reads the items on the timeline, filtered by store and steps.
    func forEach(_ body: (Timeline.Item) throws -> Void) throws {
        try timeline.forEach(in: steps, withLogs: true, withEffects: true) { item in
            switch item {
            case .step(let step) where store != nil && step.store != store: break
            case .swallowed(let action) where store != nil && action.store != store: break
            case .effect(let effect) where store != nil && effect.begin?.store != store: break
            default: try body(item)
            }
        }
    }
}
