internal import OrderedCollections

/// The state of reading one text: where it is, and what belongs to the arrays and objects that are not closed yet.
struct ParserMachine: ~Copyable {
    private(set) var bytes: UnsafeRawBufferPointer
    var position = 0
    /// Strings with escapes are put together here.
    var scratch: [UInt8] = []
    let limits: JSONParser.Limits
    /// How many arrays and objects are open.
    var depth = 0
    private var trie: KeyTrie
    private var values = MoveStack<JSONValue>()
    private var keys = MoveStack<JSONKey>()
    private var fingerprints = MoveStack<UInt64>()

    /// - Parameter learnsKeys: Whether objects of the same keys are expected; by itself where the text is long.
    init(_ bytes: UnsafeRawBufferPointer, limits: JSONParser.Limits, learnsKeys: Bool? = nil) {
        self.bytes = bytes
        self.limits = limits
        trie = KeyTrie(learns: learnsKeys ?? (bytes.count > 4_096))
    }

    /// Goes on to another text, with what was learned from the ones before.
    mutating func begin(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        position = 0
        depth = 0
        // Only a text that was given up leaves something behind.
        values.drop(from: 0)
        keys.drop(from: 0)
        fingerprints.drop(from: 0)
    }

    mutating func text() throws(JSONParseError) -> JSONValue {
        skipSpace()
        let value = try value()
        skipSpace()
        if position < bytes.count { throw failure(.trailingContent) }
        return value
    }

    /// The value that begins at the position.
    mutating func value() throws(JSONParseError) -> JSONValue {
        guard position < bytes.count else { throw unexpected("a value") }
        switch bytes[position] {
        case UInt8(ascii: "\""):
            position += 1
            return .string(try string())
        case UInt8(ascii: "{"): return try nested(Self.object)
        case UInt8(ascii: "["): return try nested(Self.array)
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw unexpected("a value")
        }
    }

    private mutating func nested(_ read: (inout ParserMachine) throws(JSONParseError) -> JSONValue) throws(JSONParseError) -> JSONValue {
        guard depth < limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
        depth += 1
        position += 1
        skipSpace()
        let value = try read(&self)
        depth -= 1
        return value
    }

    private static func array(_ machine: inout ParserMachine) throws(JSONParseError) -> JSONValue {
        if machine.skip(UInt8(ascii: "]")) { return .array([]) }
        let start = machine.values.count
        while true {
            machine.values.push(try machine.value())
            machine.skipSpace()
            if machine.skip(UInt8(ascii: ",")) {
                machine.skipSpace()
            } else if machine.skip(UInt8(ascii: "]")) {
                return .array(machine.values.popArray(from: start))
            } else {
                throw machine.unexpected("',' or ']'")
            }
        }
    }

    private static func object(_ machine: inout ParserMachine) throws(JSONParseError) -> JSONValue {
        if machine.skip(UInt8(ascii: "}")) { return .object(JSONObject()) }
        let start = machine.values.count
        var node = 0
        while true {
            let next = try machine.nextKey(after: node)
            // An unusual key, or more of them than the trie keeps.
            if next == 0 { return try machine.unusualObject(start: start, after: node) }
            node = next
            try machine.member()
            if machine.skip(UInt8(ascii: ",")) {
                machine.skipSpace()
            } else if machine.skip(UInt8(ascii: "}")) {
                let keys = machine.trie.keys(upTo: node)
                return .object(JSONObject(uniqueKeys: keys, values: machine.values.popArray(from: start)))
            } else {
                throw machine.unexpected("',' or '}'")
            }
        }
    }

    /// Reads the key at the position if the trie knows it or takes it; 0 otherwise, without moving.
    @inline(__always)
    mutating func nextKey(after node: Int) throws(JSONParseError) -> Int {
        let known = trie.child(of: node, bytes, &position)
        return known != 0 ? known : try newKey(after: node)
    }

    @inline(never)
    private mutating func newKey(after node: Int) throws(JSONParseError) -> Int {
        guard let key = plainKey() else { return 0 }
        switch trie.add(key, after: node) {
        case .full: return 0
        case .repeated: throw failure(.duplicateKey(String(decoding: key.dropFirst().dropLast(), as: UTF8.self)))
        case .node(let node):
            position += key.count
            return node
        }
    }

    /// Reads the colon and the value of a member, and the space behind them.
    @inline(__always)
    private mutating func member() throws(JSONParseError) {
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw unexpected("':'") }
        skipSpace()
        values.push(try value())
        skipSpace()
    }

    /// Goes on with an object from a key on that is not plain.
    private mutating func unusualObject(start: Int, after node: Int) throws(JSONParseError) -> JSONValue {
        let keyStart = keys.count
        for key in trie.keys(upTo: node) {
            var text = key.text
            fingerprints.push(text.withUTF8 { UnsafeRawBufferPointer($0).fingerprint })
            keys.push(key)
        }
        while true {
            let keyOffset = position
            guard skip(UInt8(ascii: "\"")) else { throw unexpected("a key in quotes") }
            var key = try string()
            let fingerprint = key.withUTF8 { UnsafeRawBufferPointer($0).fingerprint }
            for index in keyStart..<keys.count where fingerprints[index] == fingerprint && keys[index].text.isIdentical(to: key) {
                throw failure(.duplicateKey(key), at: keyOffset)
            }
            keys.push(JSONKey(key))
            fingerprints.push(fingerprint)
            try member()
            if skip(UInt8(ascii: ",")) {
                skipSpace()
                if keys.count - keyStart >= 16 { return try longObject(start: start, keyStart: keyStart) }
            } else if skip(UInt8(ascii: "}")) {
                break
            } else {
                throw unexpected("',' or '}'")
            }
        }
        fingerprints.drop(from: keyStart)
        let keys = self.keys.popArray(from: keyStart)
        let values = self.values.popArray(from: start)
        return .object(JSONObject(uniqueKeys: keys, values: values))
    }

    /// Goes on where an object has too many members to compare each new key with all others.
    private mutating func longObject(start: Int, keyStart: Int) throws(JSONParseError) -> JSONValue {
        fingerprints.drop(from: keyStart)
        var members = OrderedDictionary<JSONKey, JSONValue>()
        let firstValues = values.popArray(from: start)
        for (key, value) in zip(keys.popArray(from: keyStart), firstValues) where members.updateValue(value, forKey: key) != nil {
            throw failure(.duplicateKey(key.text))
        }
        while true {
            let keyOffset = position
            guard skip(UInt8(ascii: "\"")) else { throw unexpected("a key in quotes") }
            let key = try string()
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("':'") }
            skipSpace()
            if members.updateValue(try value(), forKey: JSONKey(key)) != nil { throw failure(.duplicateKey(key), at: keyOffset) }
            skipSpace()
            if skip(UInt8(ascii: ",")) {
                skipSpace()
            } else if skip(UInt8(ascii: "}")) {
                return .object(JSONObject(members))
            } else {
                throw unexpected("',' or '}'")
            }
        }
    }

    private mutating func number() throws(JSONParseError) -> JSONNumber {
        let start = position
        do throws(NumberScanner.Failure) {
            return try NumberScanner.scan(bytes, from: &position)
        } catch {
            throw switch error {
            case .digitMissing: unexpected("a digit")
            case .leadingZero: failure(.leadingZero)
            case .exponentOutOfRange: failure(.exponentOutOfRange, at: start)
            }
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONParseError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count, bytes[position] == word.utf8Start[index] else { throw unexpected("\(word)") }
            position += 1
        }
    }

    /// Moves behind a byte, if it is the next.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
            position += 1
        }
    }
}

extension ParserMachine {
    /// The error of finding something else, or nothing, at the position.
    @inline(never)
    func unexpected(_ expected: String) -> JSONParseError {
        failure(position < bytes.count ? .unexpectedByte(bytes[position], expected: expected) : .unexpectedEnd(expected: expected))
    }

    /// The error at an offset, or at the position.
    @inline(never)
    func failure(_ reason: JSONParseError.Reason, at offset: Int? = nil) -> JSONParseError {
        let offset = min(offset ?? position, bytes.count)
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return JSONParseError(reason: reason, offset: offset, line: line, column: offset - lineStart + 1)
    }
}
