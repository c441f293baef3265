package import RewindValue

/// The direct way from a state to the bytes of its keyframe, and from two states to the bytes of the patch between them, without a tree.
///
/// It is used if no rule removes anything; otherwise states are encoded through ``JSONValue`` and ``JSONPatch``. Not thread-safe: the
/// thread that writes a recording owns it.
package final class StateBytes {
    private let form: RecordedForm
    private let log: EncodingLog
    private let root: CodingPath
    private let encoding: ByteEncoding
    private let output: PatchBytes
    private let differ: Differ
    private let orders = KeyOrders()
    private var unsharedBytes: Int?

    package init(_ form: RecordedForm) {
        self.form = form
        log = EncodingLog(form)
        root = CodingPath(log)
        encoding = ByteEncoding(in: form)
        output = PatchBytes(in: form)
        differ = Differ(output: output, orders: orders)
    }

    /// Appends what a state encodes to, as ``RecordedForm/value(of:)-(Encodable)`` gives it.
    ///
    /// - Returns: `false`, and nothing appended, if a rule may remove something from it, or it can't be encoded so.
    package func appendKeyframe(of state: some Encodable, to bytes: inout [UInt8]) -> Bool {
        guard form.allowsBytes else { return false }
        defer { forget() }
        do { try encoding.run(state, at: root) } catch { return false }
        guard !encoding.isIrregular, !encoding.isSuspect, log.hidden.isEmpty else { return false }
        bytes.append(contentsOf: encoding.bytes.bytes)
        return true
    }

    /// Appends a patch from one state to another, as ``RecordedForm/changes(from:to:)-(T,T)`` gives one.
    ///
    /// - Returns: `false`, and nothing appended, if a rule may remove something from it, or it can't be found so.
    package func appendPatch<State: Encodable>(from old: State, to new: State, to bytes: inout [UInt8]) -> Bool {
        guard form.allowsBytes else { return false }
        defer { forget() }
        output.reset()
        differ.reset()
        do { try differ.compare(old, new, at: root) } catch { return false }
        unsharedBytes = differ.unsharedBytes
        guard !output.isSuspect, log.hidden.isEmpty else { return false }
        output.write(to: &bytes)
        return true
    }

    /// About how many bytes of storage the last new state did not share with the old one; `nil` if no two states were compared since the
    /// last call.
    package func takeUnsharedBytes() -> Int? { unsharedBytes.take() }

    /// The patch as a value: ``RecordedForm/changes(from:to:)-(T,T)``, reusing what earlier comparisons found.
    package func changes<State: Encodable>(from old: State, to new: State) throws -> (JSONPatch, [JSONPointer]) {
        try form.recordedPatch { try RewindCapture.changes(from: old, to: new, orders: orders, at: $0) }
    }

    private func forget() {
        if !log.hidden.isEmpty { log.hidden = [] }
        encoding.forgetLargeBuffer()
        output.forgetLargeBuffers()
    }
}
