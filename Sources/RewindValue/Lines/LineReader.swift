/// Reads lines of JSON whose members are known, one line after another, and makes values only of what is asked for.
///
/// It takes the members in the order in which our writer puts them, without white space between them. Each call answers `nil` or `false`
/// where the line is anything else, be it damaged or only written by others: such a line has to be parsed as any JSON. What it does take means
/// exactly what the parser would have made of it. A reader that skims takes the same lines, and only checks their values.
package struct LineReader: ~Copyable {
    private var machine: ParserMachine
    private var pointers = Memo<JSONPointer>()
    private var texts = Memo<String>()
    private let skims: Bool

    /// A reader for the lines of one stream.
    ///
    /// - Parameter skims: whether values are only checked: nearly all of them come as `null` then, patches as empty ones.
    package init(limits: JSONParser.Limits, skims: Bool = false) {
        machine = ParserMachine(UnsafeRawBufferPointer(start: nil, count: 0), limits: limits, learnsKeys: true)
        self.skims = skims
    }

    /// Goes on to a line, which has to stay where it is until the next one.
    package mutating func begin(_ line: UnsafeRawBufferPointer) { machine.begin(line) }

    /// Moves behind a text, if that comes next: `{"step":` or `,"type":`.
    @inline(__always)
    package mutating func skip(_ text: StaticString) -> Bool { machine.skip(text) }

    /// Whether nothing is left.
    package var isAtEnd: Bool { machine.position == machine.bytes.count }

    /// A whole number that is not negative, of at most 18 digits.
    package mutating func integer() -> Int? {
        let bytes = machine.bytes
        let start = machine.position
        var position = start
        var value = 0
        while position < bytes.count, position - start < 18 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            if digit > 9 { break }
            value = value * 10 + Int(digit)
            position += 1
        }
        guard position > start, position < bytes.count, bytes[start] != UInt8(ascii: "0") || position == start + 1 else { return nil }
        guard bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]") else {
            return nil
        }
        machine.position = position
        return value
    }

    /// A string; those that come again and again are made once.
    package mutating func text() -> String? {
        if let key = machine.plainKey() {
            machine.position += key.count
            let plain = UnsafeRawBufferPointer(rebasing: key[1..<(key.count - 1)])
            if plain.count <= 15 { return String(decoding: plain, as: UTF8.self) }
            return texts.value(of: plain) { String(decoding: $0, as: UTF8.self) }
        }
        guard machine.skip(UInt8(ascii: "\"")) else { return nil }
        return try? machine.string()
    }

    /// A value inside so many objects and arrays.
    package mutating func value(depth: Int) -> JSONValue? {
        machine.depth = depth
        if skims {
            let start = machine.position
            if machine.skipValue() { return .null }
            (machine.position, machine.depth) = (start, depth)
        }
        return try? machine.value()
    }

    /// A patch as our writer writes it, inside so many objects and arrays.
    package mutating func patch(depth: Int) -> JSONPatch? {
        guard depth + 2 <= machine.limits.depth, skip("[") else { return nil }
        if skip("]") { return JSONPatch() }
        var operations: [JSONPatch.Operation] = []
        repeat {
            guard let operation = operation(depth: depth + 2) else { return nil }
            if !skims { operations.append(operation) }
        } while skip(",")
        return skip("]") ? JSONPatch(operations) : nil
    }

    private mutating func operation(depth: Int) -> JSONPatch.Operation? {
        guard skip(#"{"op":""#) else { return nil }
        var operation: JSONPatch.Operation?
        if skip(#"replace","path":"#) {
            if let at = pointer(), skip(#","value":"#), let value = value(depth: depth) { operation = .replace(at, value) }
        } else if skip(#"add","path":"#) {
            if let at = pointer(), skip(#","value":"#), let value = value(depth: depth) { operation = .add(at, value) }
        } else if skip(#"remove","path":"#) {
            operation = pointer().map { .remove($0) }
        } else if skip(#"move","from":"#) {
            if let from = pointer(), skip(#","path":"#), let to = pointer() { operation = .move(from: from, to: to) }
        }
        return skip("}") ? operation : nil
    }

    private mutating func pointer() -> JSONPointer? {
        guard let key = machine.plainKey() else { return nil }
        machine.position += key.count
        let plain = UnsafeRawBufferPointer(rebasing: key[1..<(key.count - 1)])
        if skims, plain.isPlainPointer { return .root }
        return pointers.value(of: plain) { bytes in
            JSONPointer(plain: bytes) ?? (try? JSONPointer(parsing: String(decoding: bytes, as: UTF8.self)))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes, which are ASCII, are a pointer that is not to the root and in which nothing is escaped.
    fileprivate var isPlainPointer: Bool { first == UInt8(ascii: "/") && !contains(UInt8(ascii: "~")) }
}

extension JSONPointer {
    /// The pointer of ASCII text in which nothing is escaped; `nil` for any other.
    fileprivate init?(plain bytes: UnsafeRawBufferPointer) {
        guard bytes.isPlainPointer else { return nil }
        var tokens: [String] = []
        tokens.reserveCapacity(4)
        var start = 1
        for position in 1...bytes.count where position == bytes.count || bytes[position] == UInt8(ascii: "/") {
            tokens.append(String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self))
            start = position + 1
        }
        self.init(tokens: tokens)
    }
}

/// What was made of bytes lately, so that it is made once; forgets rather than grows.
private struct Memo<Value> {
    private var entries: [(bytes: [UInt8], value: Value)?] = []
    private var misses = 0

    private static var slots: Int { 1_024 }
    private static var lengthLimit: Int { 128 }

    mutating func value(of bytes: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) -> Value?) -> Value? {
        guard bytes.count <= Self.lengthLimit else { return make(bytes) }
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.slots) }
        let hash = bytes.fingerprint
        let slot = Int(truncatingIfNeeded: (hash ^ (hash >> 32) ^ (hash >> 17)) % UInt64(Self.slots))
        if let entry = entries[slot], entry.bytes.withUnsafeBytes({ $0.hasSameBytes(as: bytes) }) { return entry.value }
        guard let value = make(bytes) else { return nil }
        // What never comes again is not worth the keeping: of those that would push another out, one in eight may.
        misses += 1
        if entries[slot] == nil || misses & 7 == 0 { entries[slot] = (Array(bytes), value) }
        return value
    }
}
