/// What of a text is masked, by the form that it has.
extension SymbolList {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// Finds everything of a text that is masked.
    mutating func find(in text: Text) {
        if let first = text.first, first.isASCIIDigit, findDate(in: text) { return }
        if let kind = Self.hexadecimalKind(text) { return findHexadecimal(in: text, kind) }
        if let host = Self.host(ofURL: text) { return findURL(in: text, from: host) }
        findPlain(in: text)
    }

    // MARK: Plain text

    private mutating func findPlain(in text: Text) {
        let isEncoded = Self.isEncoded(text)
        var marks = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte.isASCIIAlphanumeric {
                position = findRun(in: text, position..<text.count, joins: true)
            } else if byte >= 0x80 {
                position += character(text, position)
            } else if let end = findEscape(in: text, position, isEncoded: isEncoded) {
                position = end
            } else {
                if byte > 0x20, byte < 0x7F { marks += 1 }
                position += 1
            }
        }
        guard marks > count else { return }
        let found = count
        var next = 0
        for (position, byte) in text.enumerated() where MaskSymbol.isPunctuation(byte) {
            while next < found, self[next].position < position { next += 1 }
            if next < found, self[next].position == position { continue }
            append(position, .punctuation)
        }
    }

    /// A character beyond ASCII: another of its class.
    ///
    /// - Returns: how many bytes it has.
    private mutating func character(_ text: Text, _ start: Int) -> Int {
        let (scalar, length) = text.scalar(at: start)
        if let scalars = ScalarClass(of: scalar) { append(MaskSymbol(position: UInt32(truncatingIfNeeded: start), scalars)) }
        return length
    }

    // MARK: Hexadecimal digits

    /// Of which case a text's hexadecimal digits are: those of a UUID, a hash, a colour; `nil` if it is none of these.
    private static func hexadecimalKind(_ text: Text) -> MaskSymbol.Kind? {
        guard text.count >= 7 else { return nil }
        var (digits, lower, upper) = (0, 0, 0)
        for (position, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "a")...UInt8(ascii: "f"): lower += 1
            case UInt8(ascii: "A")...UInt8(ascii: "F"): upper += 1
            case UInt8(ascii: "-") where position > 0: break
            case UInt8(ascii: "#") where position == 0: break
            default: return nil
            }
        }
        guard lower == 0 || upper == 0, lower + upper > 0,
            digits > 0 || text[0] == UInt8(ascii: "#") || text.count == Pseudonyms.uuidCount && Pseudonyms.isUUID(text)
        else { return nil }
        return lower > 0 ? .hexadecimalLower : .hexadecimalUpper
    }

    private mutating func findHexadecimal(in text: Text, _ kind: MaskSymbol.Kind) {
        for (position, byte) in text.enumerated() where byte.isASCIIAlphanumeric { append(position, kind) }
    }

    // MARK: URLs

    /// Where the host of a URL begins that has one of the schemes everybody has; `nil` if it is none.
    private static func host(ofURL text: Text) -> Int? {
        guard text.count > 7, let colon = text.prefix(8).firstIndex(of: UInt8(ascii: ":")), colon >= 2, colon + 3 <= text.count,
            text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        guard ["https", "http", "file", "wss", "ws", "ftp"].contains(where: { $0.utf8.elementsEqual(text[..<colon]) }) else { return nil }
        return text.contains { $0 <= 0x20 } ? nil : colon + 3
    }

    private mutating func findURL(in text: Text, from host: Int) {
        let end = text[host...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.count
        let port = Self.port(in: text, host..<end) ?? end
        let address = Self.address(in: text, host..<end)
        let digits = HexadecimalCase(of: text[address]).any
        var position = host
        while position < text.count {
            let byte = text[position]
            if (port..<end).contains(position) {
                position += 1
            } else if address.contains(position) {
                if byte.isHexDigit { append(position, digits) }
                position += 1
            } else if byte.isASCIIAlphanumeric {
                position = findRun(in: text, position..<(position < end ? port : text.count), joins: position >= end)
            } else if byte >= 0x80 {
                position += character(text, position)
            } else {
                position = findEscape(in: text, position, isEncoded: true) ?? position + 1
            }
        }
    }

    /// Where the port of a URL begins, with its colon, which stays since it has to be below 65,536; a longer number is none.
    private static func port(in text: Text, _ host: Range<Int>) -> Int? {
        guard let colon = text[host].lastIndex(where: { !$0.isASCIIDigit }), text[colon] == UInt8(ascii: ":"),
            host.upperBound - colon <= 6, let port = text.number(colon + 1, host.upperBound - colon - 1), port <= 65_535
        else { return nil }
        return colon
    }

    /// The digits of an IPv6 address in a host's brackets; empty if there are none: what else stands in brackets is text.
    private static func address(in text: Text, _ host: Range<Int>) -> Range<Int> {
        guard let open = text[host].firstIndex(of: UInt8(ascii: "[")),
            let close = text[open..<host.upperBound].firstIndex(of: UInt8(ascii: "]"))
        else { return host.lowerBound..<host.lowerBound }
        let zone = text[open..<close].firstIndex(of: UInt8(ascii: "%")) ?? close
        let isAddress = text[(open + 1)..<zone].allSatisfy { byte in
            byte.isASCIIDigit || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
        return isAddress ? (open + 1)..<zone : host.lowerBound..<host.lowerBound
    }

    // MARK: Dates

    /// Finds the parts of a date by ISO 8601 (`2024-05-01`, `2024-05-01T10:30:00.5Z`); `false` if it is none.
    private mutating func findDate(in text: Text) -> Bool {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = text.number(0, 4), year > 0,
            let month = text.number(5, 2), let day = text.number(8, 2), CalendarDay(year: year, month: month, day: day).exists
        else { return false }
        var time = text.count
        if text.count > 10 {
            guard text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), let end = text.endOfTime(11), text.isZone(from: end)
            else { return false }
            time = end
        }
        append(MaskSymbol(position: 2, days: UInt16(truncatingIfNeeded: CalendarDay.days(ofCentury: year / 100).count)))
        var position = 11
        while position + 1 < min(time, 19) {
            append(position, position == 11 ? .hour : .minute)
            position += 3
        }
        if time > 20 { for position in 20..<time { append(position, .digit) } }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number that so many digits make; `nil` if they are none.
    fileprivate func number(_ start: Int, _ digits: Int) -> Int? {
        guard digits > 0, start + digits <= count, self[start..<(start + digits)].allSatisfy({ $0.isASCIIDigit }) else { return nil }
        return self[start..<(start + digits)].reduce(0) { $0 * 10 + Int($1 & 0xF) }
    }

    /// Where a time of day ends, `10:30`, `10:30:00` or `10:30:00.125`, of nine places at most; `nil` if there is none.
    fileprivate func endOfTime(_ start: Int) -> Int? {
        guard let hour = number(start, 2), hour < 24, start + 2 < count, self[start + 2] == UInt8(ascii: ":"),
            let minute = number(start + 3, 2), minute < 60
        else { return nil }
        guard start + 5 < count, self[start + 5] == UInt8(ascii: ":") else { return start + 5 }
        guard let second = number(start + 6, 2), second < 60 else { return nil }
        guard start + 8 < count, self[start + 8] == UInt8(ascii: ".") else { return start + 8 }
        let end = self[(start + 9)...].firstIndex { !$0.isASCIIDigit } ?? count
        return (1...9).contains(end - start - 9) ? end : nil
    }

    /// Whether nothing follows but a time zone: `Z`, `+02`, `-0330`, `+05:45`.
    fileprivate func isZone(from start: Int) -> Bool {
        if start == count { return true }
        if self[start] == UInt8(ascii: "Z") { return start + 1 == count }
        guard self[start] == UInt8(ascii: "+") || self[start] == UInt8(ascii: "-"), let hours = number(start + 1, 2), hours <= 14 else {
            return false
        }
        if start + 3 == count { return true }
        let minutes = self[start + 3] == UInt8(ascii: ":") ? start + 4 : start + 3
        return minutes + 2 == count && number(minutes, 2).map { $0 < 60 && $0 % 15 == 0 } == true
    }
}
