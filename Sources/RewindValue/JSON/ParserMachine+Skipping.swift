extension ParserMachine {
    /// Moves behind the value at the position, if that is one without white space, and with nothing in it but plain text and known keys.
    ///
    /// What it takes, ``value()`` would have taken, and no value is made of it. `false` says nothing of the text but that ``value()`` has to
    /// look at it, from the beginning: the position may be anywhere then.
    mutating func skipValue() -> Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "{"): return skipNested { $0.skipMembers() }
        case UInt8(ascii: "["): return skipNested { $0.skipElements() }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipNumber()
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return false
        }
    }

    @inline(__always)
    private mutating func skipNested(_ skip: (inout ParserMachine) -> Bool) -> Bool {
        guard depth < limits.depth else { return false }
        depth += 1
        position += 1
        let isSkipped = skip(&self)
        depth -= 1
        return isSkipped
    }

    private mutating func skipElements() -> Bool {
        if skip(UInt8(ascii: "]")) { return true }
        repeat {
            guard skipValue() else { return false }
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "]"))
    }

    private mutating func skipMembers() -> Bool {
        if skip(UInt8(ascii: "}")) { return true }
        var node = 0
        repeat {
            // No key is there twice on the way down the trie.
            guard let next = try? nextKey(after: node), next != 0, skip(UInt8(ascii: ":")), skipValue() else { return false }
            node = next
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "}"))
    }

    private mutating func skipString() -> Bool {
        position += 1
        while true {
            position = String.plainEnd(bytes, position)
            guard position < bytes.count else { return false }
            if skip(UInt8(ascii: "\"")) { return true }
            guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count else { return false }
            switch bytes[position + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"),
                UInt8(ascii: "b"), UInt8(ascii: "f"):
                position += 2
            default: return false
            }
        }
    }

    private mutating func skipNumber() -> Bool {
        let start = position
        if bytes[start] != UInt8(ascii: "0") {
            while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
            // Any whole number that is followed by what may follow a number is one.
            if position > start, position < bytes.count,
                bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]")
            {
                return true
            }
            position = start
        }
        return (try? NumberScanner.scan(bytes, from: &position)) != nil
    }

    /// Moves behind a text, if that comes next.
    @inline(__always)
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for place in 0..<count where bytes[position + place] != text.utf8Start[place] { return false }
        position += count
        return true
    }
}
