import RewindRedaction
import RewindValue
import SmallFoundation

/// Walks a value that is not `Encodable` through its mirror, by label, within bounds.
struct Dumper {
    private let log: EncodingLog
    private var partsLeft: Int
    private var path: [String] = []
    /// What of texts and numbers is dumped here.
    private var place: CodingPath
    private var objects: [ObjectIdentifier] = []
    private var knownTraits: [ObjectIdentifier: Traits] = [:]

    /// What is the same for all values of a type: asking a value for it costs as much as dumping it.
    private struct Traits {
        let hidesValue: Bool
        let isLeaf: Bool
        let hasOwnMirror: Bool
    }

    /// The deepest level of a dump.
    static let depthLimit = 24
    /// How many parts it takes, a text or number being one.
    static let partLimit = 2_000
    /// How many bytes of a text it takes.
    static let textLimit = 4_096

    /// - Parameter place: the path of the value in the encoding.
    init(at place: CodingPath) {
        log = place.log ?? EncodingLog(.unrecorded)
        self.place = place
        path = place.pointer.tokens
        partsLeft = Self.partLimit
    }

    /// The value as JSON.
    mutating func dump(_ value: Any) -> JSONValue {
        let outer = place
        place = place.inside(valueOf: value)
        defer { place = outer }
        return dumpParts(value)
    }

    private mutating func dumpParts(_ value: Any) -> JSONValue {
        guard partsLeft > 0 else { return "…" }
        partsLeft -= 1
        let traits = traits(of: value)
        if traits.hidesValue, let hidden = value as? any HidesValue { return placeholder(for: hidden) }
        if traits.isLeaf, let leaf = leaf(value) { return leaf }
        guard path.count < Self.depthLimit else { return .string("… \(TypeName.of(type(of: value)))") }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class { return object(value as AnyObject, mirror) }
        return parts(of: value, mirror)
    }

    private mutating func parts(of value: Any, _ mirror: Mirror) -> JSONValue {
        switch mirror.displayStyle {
        case .optional: mirror.children.first.map { dump($0.value) } ?? .null
        case .enum: enumCase(value, mirror)
        case .collection: .array(elements(mirror))
        case .set: .array(Self.sorted(elements(mirror)) { $0 })
        case .dictionary: dictionary(mirror)
        case .struct, .class, .foreignReference: .object(members(mirror, of: value))
        case .tuple: isArrayOfC(mirror) ? .array(elements(mirror)) : .object(tuple(value, mirror))
        default: other(value, mirror)
        }
    }

    /// Any other value: a view of a text becomes its elements; a closure or a metatype becomes the name of its type.
    private mutating func other(_ value: Any, _ mirror: Mirror) -> JSONValue {
        if mirror.children.isEmpty { return .string("(\(TypeName.of(type(of: value))))") }
        return mirror.children.allSatisfy { $0.label == nil } ? .array(elements(mirror)) : .object(members(mirror, of: value))
    }

    /// A tuple as an object of its labels, with `_0` for a missing one.
    private mutating func tuple(_ value: Any, _ mirror: Mirror) -> JSONObject {
        // The labels of a mirror that the value made are data.
        guard !traits(of: value).hasOwnMirror, let masked = maskedBytes(mirror) else {
            return members(mirror, of: value, isTuple: true)
        }
        let labels = mirror.children.enumerated().map { label($1.label, $0, of: $1.value) }
        return JSONObject(zip(labels, masked).map { ($0, $1) })
    }

    /// Whether a tuple is what Swift makes of an array of C, such as `char name[32]`: a row of bytes without labels.
    private func isArrayOfC(_ mirror: Mirror) -> Bool {
        let values = mirror.children
        guard values.count > 2, values.allSatisfy({ $0.label?.hasPrefix(".") != false }), let first = values.first?.value else {
            return false
        }
        func isRow<T>(_ first: T) -> Bool { Masking.areBytes(T.self) && values.allSatisfy { $0.value is T } }
        return isRow(first)
    }

    // MARK: Kinds of values

    private mutating func traits(of value: Any) -> Traits {
        let id = ObjectIdentifier(type(of: value))
        if let known = knownTraits[id] { return known }
        let isLeaf =
            switch value {
            case is String, is Substring, is Character, is JSONValue, is UUID: true
            default: value is any (DirectlyEncoded & CustomStringConvertible) && !Self.isContainer(value)
            }
        let traits = Traits(hidesValue: value is any HidesValue, isLeaf: isLeaf, hasOwnMirror: value is any CustomReflectable)
        knownTraits[id] = traits
        return traits
    }

    /// What `@Redacted` hides: only its shape.
    private mutating func placeholder(for value: any HidesValue) -> JSONValue {
        let open = dump(value.hiddenValue)
        let covered = value.hiddenValue is Data ? "" : log.covered(marked: open)
        guard let covered, covered != open else { return open }
        log.hidden.append(HiddenPlace(place: JSONPointer(tokens: path)))
        return covered
    }

    /// A value without parts, as it is encoded; long texts are cut.
    private func leaf(_ value: Any) -> JSONValue? {
        let leaf: JSONValue? =
            switch value {
            case let text as String: .string(place.written(text))
            case let text as Substring: .string(place.written(String(text)))
            case let character as Character: .string(place.written(String(character)))
            case let value as JSONValue: place.written(value)
            case let id as UUID: .string(place.written(id.uuidString))
            case let value as any (DirectlyEncoded & CustomStringConvertible): try? value.encoded(at: place)
            default: nil
            }
        guard case .string(let text)? = leaf, text.utf8.count > Self.textLimit else { return leaf }
        // Redacted before it is cut: half a secret could no longer be recognized.
        return .string(String(decoding: log.form.text(text, at: .appText).utf8.prefix(Self.textLimit), as: UTF8.self) + "…")
    }

    private static func isContainer(_ value: Any) -> Bool {
        switch Mirror(reflecting: value).displayStyle {
        case .collection, .set, .dictionary, .optional: !(value is Data)
        default: false
        }
    }

    private mutating func object(_ object: AnyObject, _ mirror: Mirror) -> JSONValue {
        let id = ObjectIdentifier(object)
        // A number's parts belong to no text.
        if FoundationClass.isNumber(type(of: object)), let number = JSONNumber(literal: "\(object)") {
            return .number(place.written(number))
        }
        // Its domain and code are the framework's; its message is in its parts.
        if !place.isOpen, FoundationClass.isError(type(of: object)), let error = object as? any Error {
            return ["domain": .string(error._domain), "code": .number(JSONNumber(error._code))]
        }
        // It is being dumped further up: going on would never end.
        if objects.contains(id) { return .string("(the same \(TypeName.of(type(of: object))) again)") }
        objects.append(id)
        defer { objects.removeLast() }
        return .object(members(mirror, of: object))
    }

    private mutating func enumCase(_ value: Any, _ mirror: Mirror) -> JSONValue {
        guard let name = EnumCases.name(of: value) else { return other(value, mirror) }
        guard let child = mirror.children.first else { return .string(name) }
        let payload = Mirror(reflecting: child.value)
        return .object([name: .object(below(name) { $0.payload(child.value, payload) })])
    }

    /// The payload of a case as an object of its labels, with `_0` for a missing one, as in the compiler's `Codable` conformance.
    private mutating func payload(_ value: Any, _ mirror: Mirror) -> JSONObject {
        mirror.displayStyle == .tuple ? tuple(value, mirror) : ["_0": below("_0") { $0.dump(value) }]
    }

    private mutating func members(_ mirror: Mirror, of value: Any, isTuple: Bool = false) -> JSONObject {
        var members: JSONObject = [:]
        // The labels of a mirror that the value made are data, and may have an order of their own.
        let hasDataAsLabels = !place.isOpen && traits(of: value).hasOwnMirror
        if let inherited = mirror.superclassMirror { members = self.members(inherited, of: value) }
        for (index, child) in mirror.children.enumerated() {
            guard partsLeft > 0 else {
                members["…"] = "…"
                break
            }
            let label = label(child.label, index, of: child.value)
            let entry = hasDataAsLabels ? place.entry(label) : nil
            let written = entry?.writtenKey ?? label
            members[written] = below(written, isElement: isTuple && child.label?.hasPrefix(".") != false, at: entry) {
                $0.dump(child.value)
            }
        }
        return hasDataAsLabels ? members.sorted(unlessKeysAreThoseOf: [:]) : members
    }

    /// The name of a part: a tuple's `.0` is `_0`, a wrapped property has the property's name.
    private mutating func label(_ label: String?, _ index: Int, of value: Any) -> String {
        guard let label else { return "_\(index)" }
        if label.hasPrefix(".") { return "_" + label.dropFirst() }
        return label.hasPrefix("_") && traits(of: value).hidesValue ? String(label.dropFirst()) : label
    }

    private mutating func elements(_ mirror: Mirror) -> [JSONValue] {
        if let masked = maskedBytes(mirror) { return masked }
        var elements: [JSONValue] = []
        for child in mirror.children {
            guard partsLeft > 0 else {
                elements.append("…")
                break
            }
            elements.append(below(String(elements.count), isElement: true) { $0.dump(child.value) })
        }
        return elements
    }

    /// The parts, if all are bytes, masked as one; as many of them as there is room for.
    private mutating func maskedBytes(_ mirror: Mirror) -> [JSONValue]? {
        guard let masking = place.masking, mirror.children.count > 1, let first = mirror.children.first?.value as? any FixedWidthInteger
        else { return nil }
        let taken = mirror.children.prefix(partsLeft)
        func masked<T: FixedWidthInteger>(_ first: T) -> [JSONValue]? {
            let bytes = taken.compactMap { $0.value as? T }
            return bytes.count == taken.count ? bytes.withUnsafeBufferPointer { masking.written(bytes: $0)?.array } : nil
        }
        guard let masked = masked(first) else { return nil }
        partsLeft -= masked.count
        return masked.count == mirror.children.count ? masked : masked + ["…"]
    }

    /// An object where all keys are texts, else an array of keys and values; sorted, so that equal dictionaries are dumped alike.
    private mutating func dictionary(_ mirror: Mirror) -> JSONValue {
        var pairs: [(key: JSONValue, value: JSONValue)] = []
        for child in mirror.children where partsLeft > 0 {
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2 else { continue }
            let outer = place
            let entry = entry(for: pair[0].value)
            if entry == nil { place = outer.dictionaryKey } else { partsLeft -= 1 }
            let key = entry.map { .string($0.writtenKey) } ?? dump(pair[0].value)
            place = outer
            pairs.append((key, below(key.string ?? String(pairs.count), isElement: entry == nil, at: entry) { $0.dump(pair[1].value) }))
        }
        pairs = Self.sorted(pairs) { $0.key }
        if pairs.allSatisfy({ $0.key.string != nil }) {
            var object: JSONObject = [:]
            for pair in pairs { object[pair.key.string ?? ""] = pair.value }
            return .object(object)
        }
        return .array(pairs.flatMap { [$0.key, $0.value] })
    }

    /// Elements in the order of the JSON of a part of them, which is written once each.
    private static func sorted<Element>(_ elements: [Element], by part: (Element) -> JSONValue) -> [Element] {
        elements.map { (text: part($0).jsonText, element: $0) }.sorted { $0.text < $1.text }.map { $0.element }
    }

    /// The place of a dictionary's entry, where its key is a text; `nil` for any other key.
    private mutating func entry(for key: Any) -> CodingPath? {
        guard !place.isOpen else { return nil }
        let mirror = Mirror(reflecting: key)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { entry(for: $0.value) } }
        let outer = place
        place = CodingPath()
        let text = leaf(key)?.string
        place = outer
        return text.map { outer.entry($0, isSafe: key is any RecordedAsIs) }
    }

    private mutating func below<Result>(
        _ token: String, isElement: Bool = false, at entry: CodingPath? = nil, _ body: (inout Dumper) -> Result
    ) -> Result {
        path.append(token)
        let outer = place
        if !place.isOpen { place = entry ?? (isElement ? place.index(Int(token) ?? 0) : place.key(token)) }
        defer {
            path.removeLast()
            place = outer
        }
        return body(&self)
    }
}

/// A wrapper whose value is not to be seen.
protocol HidesValue {
    var hiddenValue: Any { get }
}

extension Redacted: HidesValue {
    var hiddenValue: Any { wrappedValue }
}

extension CodingPath {
    /// The path inside a value whose type is known at run time.
    fileprivate func inside(valueOf value: Any) -> CodingPath {
        if masking == nil { return self }
        func inside<T>(_ value: T) -> CodingPath { self.inside(TypePlan.of(T.self)) }
        return _openExistential(value, do: inside)
    }
}

/// A value that is encoded as the dump of its parts by their labels; in a recording, in its form.
package struct Dumped<Base>: Encodable {
    private let base: Base

    /// Wraps a value; O(1).
    package init(_ base: Base) { self.base = base }

    /// Encodes the dump; Rewind's encoder makes it itself.
    package func encode(to encoder: any Encoder) throws { try encoded(at: CodingPath()).encode(to: encoder) }
}

extension Dumped: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue {
        var dumper = Dumper(at: path)
        return dumper.dump(base)
    }
}
