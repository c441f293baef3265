import RewindValue

extension Optional: DirectlyEncoded where Wrapped: Encodable {
    static var isLeaf: Bool { TypePlan.of(Wrapped.self).isLeaf }

    func encoded(at path: CodingPath) throws -> JSONValue {
        if let value = self { try JSONValue(encoding: value, at: path) } else { .null }
    }

    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        if let value = self { try encoding.encode(value, at: step()) } else { encoding.write(leaf: .null) }
    }
}

extension Set: DirectlyEncoded where Element: Encodable {
    static var isLeaf: Bool { false }

    /// The elements in the order of their bytes, so that equal sets encode equally in every process.
    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        return .array(try sortedElements(at: path).map { try JSONValue(parsing: $0.bytes) })
    }

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

    /// The elements with their encodings, sorted by encoding.
    func sortedElements(at path: CodingPath) throws -> [(bytes: [UInt8], element: Element)] {
        let path = path.appending(.element)
        let encoding = ByteEncoding()
        return try map { (bytes: try encodedBytes(of: $0, at: path, by: encoding), element: $0) }
            .sorted { left, right in left.bytes.lexicographicallyPrecedes(right.bytes) }
    }
}

extension Dictionary: DirectlyEncoded where Key: Encodable, Value: Encodable {
    static var isLeaf: Bool { false }

    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        if Self.keysAreText {
            let members = try textMembers(at: path)
            path.log?.note(dataKeys: members.lazy.map(\.key))
            return .object(
                JSONObject(
                    try members.map { key, entry in
                        (key, try JSONValue(encoding: entry.value, at: Self.place(of: entry.key, key, in: path)))
                    }))
        }
        var elements: [JSONValue] = []
        let log = Self.log(at: path)
        for (key, entry) in try pairs(at: path) {
            elements.append(try JSONValue(parsing: key))
            elements.append(
                try Self.encoded(entry.value, coveredBy: Self.rule(of: entry.key, key, in: log), at: path.index(elements.count)))
        }
        return .array(elements)
    }

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
                encoding.separate(from: index)
                encoding.write(element: pair.key)
                encoding.separate(from: 1)
                try encoding.encode(pair.entry.value, plan) { .index(2 * index + 1) }
            }
            return encoding.leave(place)
        }
        let path = Key.self == String.self && encoding.isOpen ? CodingPath() : encoding.path(to: step())
        let members = try textMembers(at: path)
        let place = try encoding.enter(step(), as: .object)
        // Two keys of the user's own may have one text, or one in two spellings.
        if !Self.hasDistinctKeys(self) { encoding.giveUp() }
        for (key, entry) in members {
            encoding.entry(key, at: place)
            if encoding.isOpen {
                try encoding.encode(entry.value, plan) { .key(PathKey(stringValue: key)) }
            } else {
                try encoding.encode(entry.value, plan, below: Self.place(of: entry.key, key, in: path))
            }
        }
        encoding.leave(place)
    }

    /// The log whose rules apply to the entries of a dictionary that encodes as an array; `nil` if its keys are the names of fields that it
    /// describes.
    static func log(at path: CodingPath) -> EncodingLog? {
        if case .key(let key) = path.lastStep, EncodingLog.describesFormFields(key.stringValue) { return nil }
        return path.log
    }

    /// The rule that covers the entry of a key, in a dictionary that encodes as an array.
    ///
    /// - Parameter bytes: what the key encodes to.
    static func rule(of key: Key, _ bytes: [UInt8], in log: EncodingLog?) -> String? {
        let name = TypePlan.of(Key.self).isEnum ? EnumCases.name(of: key) : nil
        return log?.rule(ofKey: bytes, case: name)
    }

    /// The recorded form of an entry, in a dictionary that encodes as an array.
    static func encoded(_ value: Value, coveredBy rule: String?, at path: CodingPath) throws -> JSONValue {
        let encoded = try JSONValue(encoding: value, at: path)
        guard let rule, let log = path.log else { return encoded }
        return log.covered(encoded, by: rule, at: path.pointer) ?? encoded
    }

    /// Whether the keys are texts, so that the dictionary encodes as an object; asking the runtime costs more than comparing types.
    static var keysAreText: Bool { Key.self == String.self || Key.self is any CodingKeyRepresentable.Type }

    /// Whether no two keys are the same coding key, be it in two spellings, which a type of the user's own may allow.
    static func hasDistinctKeys(_ dictionary: Self) -> Bool {
        if Key.self != String.self, Key.self != Int.self, keysAreText {
            return Set<String>(dictionary.keys.map { keyText($0) }).count == dictionary.count
        }
        return true
    }

    /// The entries of a dictionary whose keys are coding keys, with the text that each key is recorded as, sorted by that.
    ///
    /// Of different keys that have one text, the one whose value has the last bytes stays: not the one that happens to lie in front.
    func textMembers(at path: CodingPath) throws -> [(key: String, entry: Element)] {
        let members = map { entry in (key: Self.text(of: entry.key, in: path), entry: entry) }
            .sorted { left, right in left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
        if Key.self == String.self, path.isOpen { return members }
        return try members.orderingDuplicates(areEqual: { $0.isIdentical(to: $1) }) { text, entry in
            try encodedBytes(of: entry.value, at: Self.place(of: entry.key, text, in: path))
        }
        .reduce(into: []) { unique, member in
            if unique.last?.key.isIdentical(to: member.key) ?? false { unique.removeLast() }
            unique.append(member)
        }
    }

    static func text(of key: Key, in path: CodingPath) -> String {
        path.isOpen ? keyText(key) : entryPath(of: key, in: path).writtenKey
    }

    /// The place of a key's value.
    ///
    /// - Parameter text: the recorded form of the key.
    static func place(of key: Key, _ text: String, in path: CodingPath) -> CodingPath {
        path.isOpen ? path.key(text) : entryPath(of: key, in: path)
    }

    private static func entryPath(of key: Key, in path: CodingPath) -> CodingPath {
        path.entry(keyText(key), isNumber: Key.self is any BinaryInteger.Type, isSafe: TypePlan.of(Key.self).isRecordedAsIs)
    }

    /// The entries of any other dictionary with their encoded keys, sorted by these.
    ///
    /// If keys encode alike, as any number of NaNs do, the values' bytes decide.
    func pairs(at path: CodingPath) throws -> [(key: [UInt8], entry: Element)] {
        let inside = path.dictionaryKey
        let encoding = ByteEncoding()
        return try map { entry in (key: try encodedBytes(of: entry.key, at: inside, by: encoding), entry: entry) }
            .sorted { left, right in left.key.lexicographicallyPrecedes(right.key) }
            .orderingDuplicates(areEqual: ==) { try encodedBytes(of: $1.value, at: path) }
    }
}

/// The text of a dictionary's key in an object, if the keys are coding keys.
func keyText(_ key: some Hashable) -> String {
    if let text = key as? String { return text }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? ""
}

extension Array {
    /// The sorted entries, those with one key in the order of some bytes.
    fileprivate func orderingDuplicates<Key, Entry>(
        areEqual: (Key, Key) -> Bool, by bytes: (Key, Entry) throws -> [UInt8]
    ) rethrows -> Self where Element == (key: Key, entry: Entry) {
        var ordered = self
        var start = 0
        while start < count {
            let end = self[start...].firstIndex { !areEqual($0.key, self[start].key) } ?? count
            if end - start > 1 {
                let duplicates = try self[start..<end].map { (element: $0, bytes: try bytes($0.key, $0.entry)) }
                ordered.replaceSubrange(
                    start..<end, with: duplicates.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.element))
            }
            start = end
        }
        return ordered
    }
}
