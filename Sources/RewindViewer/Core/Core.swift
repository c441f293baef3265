import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

// What the page calls. It writes a text into `space`, calls `open` or `ask`, and reads the answer, JSON in UTF-8, at `answer`.
// Results have 32 bits: WebKit 2.50 crashes where a thread is ended while a call is to give it 64.

/// The only instance: the page has one thread.
private nonisolated(unsafe) var core = Core()

/// Makes room for a text of the page, and returns where it is.
@_expose(wasm, "space") @_cdecl("space")
public func space(_ count: UInt32) -> UInt32 { UInt32(UInt(bitPattern: core.space(Int(count)))) }

/// Opens the file of the page, whose name is the text in `space`; returns how many bytes the answer has.
@_expose(wasm, "open") @_cdecl("open")
public func open(_ size: UInt32) -> UInt32 { core.answer { (text) throws(RecordingError) in try core.open(text, size: Int(size)) } }

/// Answers the question in `space`; returns how many bytes the answer has.
@_expose(wasm, "ask") @_cdecl("ask")
public func ask() -> UInt32 { core.answer { (text) throws(RecordingError) in try core.ask(text) } }

/// Where the answer is.
@_expose(wasm, "answer") @_cdecl("answer")
public func answer() -> UInt32 { UInt32(UInt(bitPattern: core.place)) }

private struct Core: ~Copyable {
    private var text = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
    private var result = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
    private var count = 0
    private var timeline: Timeline?
    private var sizes = FileSizes()

    var place: UnsafeRawPointer { UnsafeRawPointer(result.baseAddress!) }

    mutating func space(_ count: Int) -> UnsafeMutableRawPointer {
        text.deallocate()
        text = .allocate(byteCount: max(count, 16), alignment: 16)
        self.count = count
        return text.baseAddress!
    }

    /// Passes the text of the page to a function, and keeps the function's answer.
    mutating func answer(_ body: (String) throws(RecordingError) -> JSONValue) -> UInt32 {
        let question = String(decoding: text[..<count], as: UTF8.self)
        let json: JSONValue
        do throws(RecordingError) { json = try body(question) } catch { json = PageQuestion.failure(error.description, code: error.code) }
        let bytes = Array(json.jsonText.utf8)
        result.deallocate()
        result = .allocate(byteCount: max(bytes.count, 16), alignment: 16)
        result.copyBytes(from: bytes)
        return UInt32(bytes.count)
    }

    mutating func open(_ name: String, size: Int) throws(RecordingError) -> JSONValue {
        timeline = nil
        let source = try PageSource(PageFile(path: name, size: Int64(size)))
        let segments = try RecordedSegments(try Recording(bundle: source))
        let timeline = Timeline(segments, reader: PageReader(segments))
        self.timeline = timeline
        sizes = FileSizes(total: size)
        return [
            "entries": .array(source.directory.entries.map { $0.json }),
            "first": .number(JSONNumber(timeline.steps.lowerBound)), "last": .number(JSONNumber(timeline.steps.upperBound)),
            "files": .array(segments.recording.files { _ in nil }.compactMap { source.json($0) }),
            "ended": .string(EndingText(of: segments.recording).verb),
            "facts": .array(
                InfoReport(timeline, sizes: sizes).facts.facts.map { name, values in
                    [.string(name), .string(values.joined(separator: "\n"))]
                }),
            "segments": .array(
                segments.recording.segments.map { segment in
                    let times = segment.times.map { [$0.lowerBound, $0.upperBound] } ?? []
                    let steps = segment.steps.map { [$0.lowerBound, $0.upperBound] } ?? []
                    return .array((steps + times).map { .number(JSONNumber($0)) })
                }),
        ]
    }

    func ask(_ text: String) throws(RecordingError) -> JSONValue {
        guard let timeline else { throw RecordingError(.invalidRequest, "no recording is open") }
        guard let words = try? JSONValue(parsing: text), let verb = words["question"]?.string else {
            throw RecordingError(.invalidRequest, "the page asked no question")
        }
        return try PageQuestion(words, sizes: sizes).answer(verb, in: timeline)
    }
}
