import RewindValue
import Synchronization

/// The way from the value that is being coded to one inside it, kept as a list that shares its beginning, so that going down costs O(1).
///
/// It counts its steps: what nests deeper than ``limit`` is refused, so no value can overflow the stack.
final class CodingPath {
    /// One step down.
    enum Step {
        case key(any CodingKey)
        /// To an entry of a dictionary, whose key is data: the key, and its recorded form.
        case entry(String, written: String)
        case index(Int)
        /// To an element without a fixed place: of a set, or a key of a dictionary that encodes as an array.
        case element
        /// Into a value that its container encodes as itself, through a single-value container.
        case inside
    }

    /// How many steps any value may nest: less than the parser reads by default, as a recording's line puts a few levels around a value.
    static let limit = 120

    private let parent: CodingPath?
    private let step: Step
    private let depth: Int
    /// What collects the places of redacted properties; kept by the outermost value, for whom it is encoded.
    private let ownLog: EncodingLog?
    /// What is masked here; `nil` without masking.
    let masking: Masking?
    /// The positions here in the tree of places that are declared safe; empty if none of them is here or below.
    private let places: [Int]

    /// The outermost value.
    init(_ log: EncodingLog? = nil) {
        parent = nil
        step = .inside
        depth = 0
        ownLog = log
        (places, masking) = log?.form.masking?.entering(nil) ?? ([], nil)
    }

    private init(parent: CodingPath, step: Step, masking: Masking?) {
        self.parent = parent
        self.step = step
        depth = parent.depth + 1
        ownLog = nil
        if let masking, !parent.places.isEmpty {
            (places, self.masking) = masking.entering(step, from: parent.places)
        } else {
            (places, self.masking) = ([], masking)
        }
    }

    /// The same place, with something else masked.
    private init(_ other: CodingPath, masking: Masking?, places: [Int]) {
        (parent, step, depth, ownLog) = (other.parent, other.step, other.depth, other.ownLog)
        (self.masking, self.places) = (masking, places)
    }

    /// Collects the places of redacted properties, if the encoding is for a recording.
    var log: EncodingLog? {
        var node = self
        while let parent = node.parent { node = parent }
        return node.ownLog
    }

    /// Whether everything here is recorded as it is, wherever it comes from.
    @inline(__always) var isOpen: Bool { masking == nil }

    /// Whether the elements of an array here are bytes that are recorded together.
    @inline(__always)
    func joins<T>(_ type: T.Type) -> Bool { !isOpen && Masking.areBytes(type) }

    /// Whether one value may be recorded in several ways, depending on its surroundings.
    var dependsOnPlace: Bool { leadsToPlaces || masking.map { $0.mode != .masked } ?? false }

    /// Whether something here or below is at a place that may be declared safe.
    var leadsToPlaces: Bool { !places.isEmpty }

    func appending(_ step: Step) -> CodingPath { CodingPath(parent: self, step: step, masking: masking) }

    /// The path to a member of an object; a key that does not appear in the source code is data.
    func member<Key: CodingKey>(_ key: Key) -> CodingPath {
        if isOpen { return appending(.key(key)) }
        let (traits, text) = (SourceTraits.traits(ofKeys: Key.self), key.stringValue)
        return traits.standsInSource(key, text) ? appending(.key(key)) : entry(text, isSafe: traits.isRecordedAsIs)
    }

    /// The path to a dictionary's entry, or to a member under any other key that is data.
    ///
    /// - Parameter isSafe: whether keys of this type are recorded as they are.
    func entry(_ key: String, isNumber: Bool = false, isSafe: Bool = false) -> CodingPath {
        guard let masking else { return self.key(key) }
        let (written, masks) = masking.entry(key, isNumber: isNumber, isSafe: isSafe, log: log)
        return CodingPath(parent: self, step: .entry(key, written: written), masking: masks)
    }

    /// The path to a key of a dictionary that encodes as an array; it is declared safe with the whole dictionary only.
    var dictionaryKey: CodingPath { CodingPath(appending(.element), masking: masking, places: []) }

    /// The path inside a value of a type.
    @inline(__always)
    func inside(_ traits: SourceTraits) -> CodingPath {
        guard let inner = masking?.inside(traits) else { return self }
        return CodingPath(self, masking: inner, places: places)
    }

    /// What of a text is recorded here.
    func written(_ text: String) -> String { masking?.written(text) ?? text }

    /// What of a number is recorded here.
    func written(_ number: JSONNumber) -> JSONNumber { masking?.written(number) ?? number }

    /// The recorded form of a byte: 0 if the byte is masked and written as a part of several, as `Data` encodes itself.
    func written(byte: UInt8) -> JSONNumber {
        if case .index = step, let masking, masking.mode != .asIs { return .int(0) }
        return written(JSONNumber(byte))
    }

    /// The recorded form of bytes.
    func written(_ bytes: [UInt8]) -> [UInt8] { masking?.written(bytes) ?? bytes }

    /// What of elements is recorded, if they are bytes that are recorded together; `nil` if they are not.
    func written<Element>(bytes elements: UnsafeBufferPointer<Element>) -> JSONValue? { masking?.written(bytes: elements) }

    /// The recorded form of a text or number, or of a value made of them.
    func written(_ value: JSONValue) -> JSONValue {
        guard let masking else { return value }
        switch value {
        case .null, .bool: return value
        case .string(let text): return .string(masking.written(text))
        case .number(let number): return .number(masking.written(number))
        case .array(let values): return .array(values.enumerated().map { index, value in self.index(index).written(value) })
        case .object(let object):
            if value.taggedFloat != nil { return value }
            let members = object.map { key, value in
                let place = entry(key)
                return (place.writtenKey, place.written(value))
            }
            return .object(JSONObject(members).sorted(unlessKeysAreThoseOf: object))
        }
    }

    func with(_ masking: Masking) -> CodingPath { CodingPath(self, masking: masking, places: places) }

    func key(_ name: String) -> CodingPath { appending(.key(PathKey(stringValue: name))) }

    func index(_ index: Int) -> CodingPath { appending(.index(index)) }

    /// The path from the root as coding keys, as `Encoder` and `Decoder` show it.
    var keys: [any CodingKey] {
        steps.compactMap { step -> (any CodingKey)? in
            switch step {
            case .key(let key): key
            case .entry(let key, _): PathKey(stringValue: key)
            case .index(let index): PathKey(intValue: index)
            case .inside, .element: nil
            }
        }
    }

    /// The last step.
    var lastStep: Step { step }

    /// Whether the last step leads to an entry, whose key is data.
    var isEntry: Bool { if case .entry = step { true } else { false } }

    /// The key that the last step is recorded as.
    var writtenKey: String {
        switch step {
        case .key(let key): key.stringValue
        case .entry(_, let written): written
        case .index, .element, .inside: ""
        }
    }

    /// The path as a pointer into the encoded value.
    var pointer: JSONPointer {
        JSONPointer(
            tokens: steps.compactMap { step in
                switch step {
                case .key(let key): key.stringValue
                case .entry(_, let written): written
                case .index(let index): String(index)
                case .inside, .element: nil
                }
            })
    }

    /// How many steps lead here.
    var stepCount: Int { depth }

    /// Calls a closure with each step from the root on.
    func forEachStep(_ body: (Step) -> Void) {
        guard let parent else { return }
        parent.forEachStep(body)
        body(step)
    }

    private var steps: [Step] {
        var steps: [Step] = []
        var node = self
        while let parent = node.parent {
            steps.append(node.step)
            node = parent
        }
        steps.reverse()
        return steps
    }

    /// How many more steps may be taken from here.
    var stepsLeft: Int { Self.limit - depth }

    /// Throws ``NestingLimitExceeded`` when this path is deeper than ``limit``.
    func checkDepth() throws(NestingLimitExceeded) {
        if depth > Self.limit { throw NestingLimitExceeded(codingPath: keys, limit: Self.limit) }
    }
}

/// Counts how often an `encode(to:)` asked for its coding path: what it writes may then depend on where it is.
///
/// A caller compares the count before and after an `encode(to:)`. Another thread's reads in between cost time and nothing else.
enum PathReads {
    private static let total = Atomic(0)

    static var count: Int { total.load(ordering: .relaxed) }

    static func note() { total.add(1, ordering: .relaxed) }
}

/// A value nests too deep to be encoded or decoded: it contains itself, or a long chain of values.
package struct NestingLimitExceeded: Error, CustomStringConvertible {
    package let codingPath: [any CodingKey]
    /// How many levels are allowed.
    package let limit: Int

    /// Where the limit was exceeded, and what helps.
    package var description: String {
        let beginning = codingPath.prefix(8).map(\.stringValue).joined(separator: ".")
        return description(of: "The value at \(beginning)…")
    }

    /// The same without the place, whose keys may be data.
    var descriptionWithoutPlace: String { description(of: "A value") }

    private func description(of value: String) -> String {
        "\(value) nests more than \(limit) levels deep. It may contain itself; keep long chains in an array."
    }
}

/// A coding key made at run time.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    static let `super` = PathKey(stringValue: "super")
}
