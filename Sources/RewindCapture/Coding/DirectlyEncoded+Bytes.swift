import RewindValue

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DirectlyEncoded {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        let value = try encoded(at: encoding.path(to: step()))
        encoding.write { value.write(to: &$0) }
    }

    // The caller found `Self` in the plan of `T`, so both are one type and the cast changes nothing.
    static func write<T>(_ value: T, to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        try unsafeBitCast(value, to: Self.self).write(to: encoding, at: step)
    }
}

extension JSONValue {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        let value = encoding.isOpen ? self : encoding.path(to: step()).written(self)
        encoding.write { value.write(to: &$0) }
    }
}

extension Bool {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) { encoding.write(literal: self ? "true" : "false") }
}

extension String {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) { encoding.write(text: self) }
}

extension Double {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) { encoding.write(number: JSONValue(self)) }
}

extension Float {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) { encoding.write(number: JSONValue(self)) }
}

extension FixedWidthInteger where Self: DirectlyEncoded {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) { encoding.write(integer: self) }
}

extension UInt8 {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        if encoding.isOpen { return encoding.write(integer: self) }
        let value = encoding.path(to: step()).written(byte: self)
        encoding.write { value.write(to: &$0) }
    }
}

extension Date {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        encoding.write(number: JSONValue(timeIntervalSinceReferenceDate))
    }
}

extension Data {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        encoding.write(recorded: encoding.isOpen ? base64EncodedString() : base64(at: encoding.path(to: step())))
    }
}

extension URL {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        if encoding.isOpen || isURLWhateverItsLetters { return encoding.write(text: absoluteString) }
        encoding.write(recorded: written(at: encoding.path(to: step())))
    }
}

extension Optional where Wrapped: Encodable {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        if let value = self { try encoding.encode(value, at: step()) } else { encoding.write(literal: "null") }
    }
}

extension Set where Element: Encodable {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        let place = try encoding.enter(step(), as: .array)
        let plan = encoding.plan(of: Element.self)
        var pieces: [Range<Int>] = []
        pieces.reserveCapacity(count)
        for element in self {
            let start = encoding.bytes.count
            try encoding.encode(element, plan) { .element }
            pieces.append(start..<encoding.bytes.count)
        }
        encoding.sortPieces(pieces)
        encoding.leave(place)
    }
}

extension Dictionary where Key: Encodable, Value: Encodable {
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        let plan = encoding.plan(of: Value.self)
        guard Self.keysAreText else {
            // Their order needs every key encoded apart.
            let path = encoding.path(to: step())
            let pairs = try pairs(at: path)
            if let log = Self.log(at: path), pairs.contains(where: { Self.rule(of: $0.entry.key, $0.key, in: log) != nil }) {
                encoding.giveUp()
            }
            let place = try encoding.enter(step(), as: .array)
            for (index, pair) in pairs.enumerated() {
                encoding.write { bytes in
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    pair.key.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
                    bytes.append(UInt8(ascii: ","))
                }
                try encoding.encode(pair.entry.value, plan) { .index(2 * index + 1) }
            }
            return encoding.leave(place)
        }
        let path = Key.self == String.self && encoding.isOpen ? CodingPath() : encoding.path(to: step())
        let members = try textMembers(at: path)
        let place = try encoding.enter(step(), as: .object)
        // Two keys of the user's own may have one text, or one in two spellings.
        if !Self.hasDistinctKeys(self) { encoding.giveUp() }
        var isFirst = true
        for (key, entry) in members {
            encoding.write { bytes in
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                key.writeJSON(into: &bytes)
                bytes.append(UInt8(ascii: ":"))
            }
            isFirst = false
            if encoding.isOpen {
                try encoding.encode(entry.value, plan) { .key(PathKey(stringValue: key)) }
            } else {
                try encoding.encode(entry.value, plan, below: Self.place(of: entry.key, key, in: path))
            }
        }
        encoding.leave(place)
    }
}
