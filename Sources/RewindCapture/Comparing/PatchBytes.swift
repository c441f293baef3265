import RewindRedaction
import RewindValue

/// The bytes of a patch, written as it is found, and whether they may be written down as they stand.
///
/// A rule that may remove something from a place or a value makes it *suspect*: then the patch is made again as a ``JSONPatch``, from
/// which it can be removed. Not thread-safe.
final class PatchBytes: PatchOutput {
    private var bytes = ByteBuffer()
    private var starts: [Int] = []
    private var watch: RuleWatch
    private let encoding: ByteEncoding

    init(in form: RecordedForm) {
        watch = form.watch
        encoding = ByteEncoding(in: form)
    }

    /// Whether a rule may remove something from it.
    var isSuspect: Bool { watch.isSuspect }

    /// Forgets everything.
    func reset() {
        bytes.truncate(to: 0)
        starts.removeAll(keepingCapacity: true)
        watch.begin()
    }

    /// Gives buffers back that the last patch made large.
    func forgetLargeBuffers() {
        encoding.forgetLargeBuffer()
        if bytes.capacity > ByteEncoding.keptCapacity { bytes = ByteBuffer() }
    }

    /// Appends the patch as an array by RFC 6902.
    func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        bytes.append(contentsOf: self.bytes.bytes)
        bytes.append(UInt8(ascii: "]"))
    }

    // MARK: operations

    var count: Int { starts.count }

    func remove(at path: CodingPath) {
        begin(#"{"op":"remove","path":""#)
        write(path)
        bytes.append("\"}")
    }

    func move(in array: CodingPath, from: Int, to: Int) {
        begin(#"{"op":"move","from":""#)
        write(array)
        bytes.append("/")
        bytes.append(decimal: UInt64(from), isNegative: false)
        bytes.append(#"","path":""#)
        write(array)
        bytes.append("/")
        bytes.append(decimal: UInt64(to), isNegative: false)
        bytes.append("\"}")
    }

    func put(_ way: PatchPut, _ value: JSONValue, at path: CodingPath) {
        begin(way, path)
        watch.examine(value, depth: path.stepCount)
        value.write(to: &bytes)
        bytes.append("}")
    }

    func put<T: Encodable>(_ way: PatchPut, encoding value: T, at path: CodingPath) throws {
        do {
            try encoding.run(value, at: path)
            if encoding.isIrregular { throw ByteEncoding.Irregular() }
        } catch {
            // Encoded by parts, which also finds out what is wrong.
            return put(way, try JSONValue(encoding: value, at: path), at: path)
        }
        begin(way, path)
        if encoding.isSuspect { watch.isSuspect = true }
        bytes.append(contentsOf: encoding.bytes.bytes)
        bytes.append("}")
    }

    func append(_ patch: JSONPatch, below path: CodingPath) {
        for operation in patch.moved(below: path.pointer).operations {
            begin("")
            var text: [UInt8] = []
            operation.write(into: &text)
            text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
            for key in operation.pointer.tokens + (operation.from?.tokens ?? []) { watch.examine(token: key) }
            if let value = operation.value { watch.examine(value, depth: operation.pointer.tokens.count) }
        }
    }

    private func begin(_ way: PatchPut, _ path: CodingPath) {
        begin(way == .add ? #"{"op":"add","path":""# : #"{"op":"replace","path":""#)
        write(path)
        bytes.append(#"","value":"#)
    }

    private func begin(_ head: StaticString) {
        starts.append(bytes.count)
        if starts.count > 1 { bytes.append(",") }
        bytes.append(head)
    }

    /// Writes a pointer, and looks for rules that its keys fall under.
    private func write(_ path: CodingPath) {
        path.forEachStep { step in
            switch step {
            case .inside, .element: break
            case .index(let index):
                bytes.append("/")
                bytes.append(decimal: UInt64(index), isNegative: false)
            case .key(let key): write(token: key.stringValue)
            case .entry(_, let key): write(token: key)
            }
        }
    }

    private func write(token key: String) {
        bytes.append("/")
        key.writeJSONContents(into: &bytes)
        // A pointer writes two characters in its own way.
        if key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) { watch.isSuspect = true }
        watch.examine(token: key)
    }

    // MARK: weighing

    private func weight(since start: Int) -> Int { start < starts.count ? bytes.count - starts[start] : 0 }

    func replaceIfLighter(since start: Int, with value: JSONValue, at path: CodingPath) {
        let begin = starts.count
        let wasSuspect = isSuspect
        let spent = weight(since: start)
        put(.replace, value, at: path)
        guard weight(since: begin) < spent else {
            truncate(to: begin)
            watch.isSuspect = wasSuspect
            return
        }
        let replacement = Array(bytes.bytes[starts[begin]...])
        truncate(to: start)
        starts.append(bytes.count)
        replacement.withUnsafeBufferPointer { text in
            // The first operation has no comma before it.
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: starts.count == 1 ? text[1...] : text[0...]))
        }
    }

    func truncate(to count: Int) {
        guard count < starts.count else { return }
        bytes.truncate(to: starts[count])
        starts.removeSubrange(count...)
    }
}
