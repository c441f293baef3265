internal import OrderedCollections

/// The state of reading one text: where it is, and what belongs to the arrays and objects that are not closed yet.
struct ParserMachine: ~Copyable {
    let bytes: UnsafeRawBufferPointer
    var position = 0
    /// Strings with escapes are put together here.
    var scratch: [UInt8] = []
    private let limits: JSONParser.Limits
    private var depth = 0
    private var values = MoveStack<JSONValue>()
    private var keys = MoveStack<String>()
    private var fingerprints = MoveStack<UInt64>()

    init(_ bytes: UnsafeRawBufferPointer, limits: JSONParser.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func text() throws(JSONParseError) -> JSONValue {
        skipSpace()
        let value = try value()
        skipSpace()
        if position < bytes.count { throw failure(.trailingContent) }
        return value
    }

    private mutating func value() throws(JSONParseError) -> JSONValue {
        guard position < bytes.count else { throw unexpected("a value") }
        switch bytes[position] {
        case UInt8(ascii: "\""):
            position += 1
            return .string(try string().text)
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
        let keyStart = machine.keys.count
        var isASCII = true
        while true {
            let keyOffset = machine.position
            guard machine.skip(UInt8(ascii: "\"")) else { throw machine.unexpected("a key in quotes") }
            let key = try machine.string()
            isASCII = isASCII && key.isASCII
            // Keys that differ in their scalars only ("é" in two spellings) are one key to Swift; the slow check below finds those.
            for index in keyStart..<machine.keys.count
            where machine.fingerprints[index] == key.fingerprint && machine.keys[index] == key.text {
                throw machine.failure(.duplicateKey(key.text), at: keyOffset)
            }
            machine.keys.push(key.text)
            machine.fingerprints.push(key.fingerprint)
            machine.skipSpace()
            guard machine.skip(UInt8(ascii: ":")) else { throw machine.unexpected("':'") }
            machine.skipSpace()
            machine.values.push(try machine.value())
            machine.skipSpace()
            if machine.skip(UInt8(ascii: ",")) {
                machine.skipSpace()
                if machine.keys.count - keyStart == 16 { return try machine.longObject(start: start, keyStart: keyStart) }
            } else if machine.skip(UInt8(ascii: "}")) {
                break
            } else {
                throw machine.unexpected("',' or '}'")
            }
        }
        machine.fingerprints.drop(from: keyStart)
        let keys = machine.keys.popArray(from: keyStart)
        let values = machine.values.popArray(from: start)
        if !isASCII, Set(keys).count != keys.count { throw machine.failure(.duplicateKey(Self.repeated(keys)), at: machine.position - 1) }
        return .object(JSONObject(uniqueKeys: keys, values: values))
    }

    /// Goes on where an object has too many members to compare each new key with all others.
    private mutating func longObject(start: Int, keyStart: Int) throws(JSONParseError) -> JSONValue {
        fingerprints.drop(from: keyStart)
        var members = OrderedDictionary<String, JSONValue>()
        let firstValues = values.popArray(from: start)
        for (key, value) in zip(keys.popArray(from: keyStart), firstValues) where members.updateValue(value, forKey: key) != nil {
            throw failure(.duplicateKey(key))
        }
        while true {
            let keyOffset = position
            guard skip(UInt8(ascii: "\"")) else { throw unexpected("a key in quotes") }
            let key = try string().text
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("':'") }
            skipSpace()
            if members.updateValue(try value(), forKey: key) != nil { throw failure(.duplicateKey(key), at: keyOffset) }
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

    private static func repeated(_ keys: [String]) -> String {
        var seen: Set<String> = []
        return keys.first { !seen.insert($0).inserted } ?? ""
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

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
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
