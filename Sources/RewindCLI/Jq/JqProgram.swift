internal import CJq
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// A condition or projection in the full jq language, run by libjq.
///
/// The program comes from the user: it may run forever, until Ctrl-C ends it. It can access only its input, neither modules nor `~/.jq`. It
/// may be used from any thread, but by one at a time, because libjq's reference counts are not atomic.
final class JqProgram: Sendable, CustomStringConvertible {
    /// The source text.
    let description: String
    let words: Set<StepWord>
    /// Members that must occur somewhere in a state.
    let names: [String]
    let members: Set<String>
    /// The step words in the order in which the machine gets them.
    private let bound: [StepWord]
    private let machine: Mutex<JqMachine>

    /// Compiles a program.
    ///
    /// - Throws: ``JqError`` with jq's message.
    init(_ text: String) throws {
        let contents = JqText(text)
        description = text
        bound = contents.words
        words = Set(bound.filter { $0 != .state })
        names = contents.requiredMembers
        members = contents.allMembers
        machine = Mutex(try JqMachine(Self.definitions(of: bound) + text, of: text))
    }

    /// If the program uses step words, its input is an array of their values and the state.
    private static func definitions(of words: [StepWord]) -> String {
        if words.isEmpty { return "" }
        let functions = words.filter(\.isBare).map { "def \($0.rawValue): \($0); " }.joined()
        return ". as [\((words.map(\.description) + ["$__state"]).joined(separator: ", "))] | \(functions)$__state | "
    }

    /// The program as a predicate.
    var predicate: Predicate {
        Predicate(description, words: words, names: names, members: members) { document throws(Expression.Failure) in
            try self.results(in: document)
        }
    }

    /// The results for a document.
    ///
    /// - Throws: `Expression.Failure` if the program fails.
    private func results(in document: StepDocument) throws(Expression.Failure) -> [JSONValue] {
        let input = bound.isEmpty ? document.whole : .array(bound.map { document.value(of: $0) } + [document.whole])
        return try machine.withLock { machine throws(Expression.Failure) in try machine.results(of: input) }
    }
}

/// The reason why a text is not a valid jq program.
struct JqError: Error, CustomStringConvertible {
    let description: String

    init(_ text: String, _ reason: String) {
        let words = reason.contains(" is not defined") ? "; an expression knows \(StepWord.list), and .a.b for a part of the state" : ""
        description = "'\(text)' can't be evaluated: \(reason.isEmpty ? "jq rejects it" : reason)\(words)"
    }
}

/// A jq state with a compiled program.
private struct JqMachine: ~Copyable {
    private let state: OpaquePointer

    /// - Parameter original: the part of the text that the user wrote, for messages.
    init(_ text: String, of original: String) throws(JqError) { state = try Self.compiled(text, of: original) }

    private static func compiled(_ text: String, of original: String) throws(JqError) -> OpaquePointer {
        guard let state = jq_init() else { throw JqError(original, "there is not enough memory for jq") }
        // Without these, an import would search the machine for modules, or abort.
        jq_set_attr(state, jv_string("JQ_LIBRARY_PATH"), jv_array())
        jq_set_attr(state, jv_string("JQ_ORIGIN"), jv_string("/"))
        jq_set_attr(state, jv_string("PROGRAM_ORIGIN"), jv_string("/"))
        // The callbacks of `debug`, `input` and `inputs`, which libjq 1.6 leaves uninitialised.
        jq_set_debug_cb(state, { _, value in Diagnostics.say("debug: \(JSONValue(consuming: value).jsonText)") }, nil)
        jq_set_input_cb(state, { _, _ in jv_invalid_with_msg(jv_string("an expression has one input, and no further one")) }, nil)
        let messages = JqMessages()
        jq_set_error_cb(state, { context, message in JqMessages.take(message, context) }, Unmanaged.passUnretained(messages).toOpaque())
        let isCompiled = withoutSettings(in: ".jq") { jq_compile(state, text) } != 0
        jq_set_error_cb(state, { context, message in JqMessages.take(message, context) }, nil)
        if isCompiled { return state }
        var rest: OpaquePointer? = state
        jq_teardown(&rest)
        throw JqError(original, messages.words)
    }

    deinit {
        var state: OpaquePointer? = self.state
        jq_teardown(&state)
    }

    func results(of value: JSONValue) throws(Expression.Failure) -> [JSONValue] {
        jq_start(state, value.jv, 0)
        var results: [JSONValue] = []
        while true {
            let next = jq_next(state)
            guard jv_get_kind(next) == JV_KIND_INVALID else {
                results.append(JSONValue(consuming: next))
                continue
            }
            let message = JSONValue(consuming: jv_invalid_get_msg(next))
            if jq_halted(state) != 0 { throw Expression.Failure("the program halted") }
            if message == .null { return results }
            throw Expression.Failure(message.string ?? message.jsonText)
        }
    }
}

/// The messages that jq reports while it compiles.
private final class JqMessages {
    private var lines: [String] = []

    static func take(_ message: jv, _ context: UnsafeMutableRawPointer?) {
        let text = JSONValue(consuming: message).string ?? ""
        guard let context else { return }
        Unmanaged<JqMessages>.fromOpaque(context).takeUnretainedValue().lines.append(text)
    }

    /// The first message, in one line.
    var words: String {
        let line = lines.first.map { $0.split(separator: "\n").first.map(String.init) ?? $0 } ?? ""
        let prefix = "jq: error: "
        let words = line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
        // These tails mention a shell that may not be involved, and a position after which the program's text would have to follow.
        for tail in [" (Unix shell quoting issues?)", " at <top-level>, line"] {
            guard let end = words.firstRange(of: tail)?.lowerBound else { continue }
            return String(words[..<end].replacing("unexpected $end", with: "unexpected end"))
        }
        return words
    }
}

extension JSONValue {
    /// The value for jq, which takes ownership of it; jq's numbers are doubles.
    fileprivate var jv: jv {
        switch self {
        case .null: return jv_null()
        case .bool(let value): return value ? jv_true() : jv_false()
        case .number(let number): return jv_number(number.doubleValue)
        case .string(let text): return Self.jv(text)
        case .array(let elements):
            var array = jv_array_sized(Int32(clamping: elements.count))
            for element in elements { array = jv_array_append(array, element.jv) }
            return array
        case .object(let members):
            var object = jv_object()
            for (key, value) in members { object = jv_object_set(object, Self.jv(key), value.jv) }
            return object
        }
    }

    private static func jv(_ text: String) -> jv {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { jv_string_sized($0.baseAddress, Int32(clamping: $0.count)) }
        }
    }

    /// Converts a jq value, and frees it.
    fileprivate init(consuming value: jv) {
        self = Self.read(value)
        jv_free(value)
    }

    private static func read(_ value: jv) -> JSONValue {
        switch jv_get_kind(value) {
        case JV_KIND_FALSE: return false
        case JV_KIND_TRUE: return true
        case JV_KIND_NUMBER: return JSONNumber(jv_number_value(value)).map(JSONValue.number) ?? .null
        case JV_KIND_STRING: return .string(text(value))
        case JV_KIND_ARRAY:
            return .array((0..<jv_array_length(jv_copy(value))).map { JSONValue(consuming: jv_array_get(jv_copy(value), $0)) })
        case JV_KIND_OBJECT:
            var members: [(String, JSONValue)] = []
            var place = jv_object_iter(value)
            while jv_object_iter_valid(value, place) != 0 {
                let key = jv_object_iter_key(value, place)
                members.append((text(key), JSONValue(consuming: jv_object_iter_value(value, place))))
                jv_free(key)
                place = jv_object_iter_next(value, place)
            }
            return .object(JSONObject(members.sorted { $0.0 < $1.0 }))
        default: return .null
        }
    }

    private static func text(_ value: jv) -> String {
        let count = Int(jv_string_length_bytes(jv_copy(value)))
        return String(decoding: UnsafeRawBufferPointer(start: jv_string_value(value), count: count), as: UTF8.self)
    }
}
