extension Optional: DirectlyEncoded where Wrapped: Encodable {
    static var isLeaf: Bool { TypePlan.of(Wrapped.self).isLeaf }

    func encoded(at path: CodingPath) throws -> JSONValue {
        if let value = self { try JSONValue(encodingByParts: value, at: path) } else { .null }
    }

    func frozen(at path: CodingPath) throws -> Part {
        if let value = self { try .freezing(value, at: path) } else { .value(.null) }
    }
}

extension Array: DirectlyEncoded where Element: Encodable {
    static var isLeaf: Bool { false }

    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        if let bytes = self as? [UInt8], let masking = path.masking {
            return .array(masking.written(bytes, at: path).map { .number(.int(Int64($0))) })
        }
        return .array(try enumerated().map { index, element in try JSONValue(encodingByParts: element, at: path.index(index)) })
    }
}

extension Set: DirectlyEncoded where Element: Encodable {
    static var isLeaf: Bool { false }

    /// The elements in the order of their bytes, so that equal sets encode equally in every process.
    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        return .array(try map { try JSONValue(encodingByParts: $0, at: path.appending(.inside)) }.sorted(byTextOf: \.self))
    }
}

extension Dictionary: DirectlyEncoded where Key: Encodable, Value: Encodable {
    static var isLeaf: Bool { false }

    func encoded(at path: CodingPath) throws -> JSONValue {
        try path.checkDepth()
        if Self.keysAreText {
            return .object(
                JSONObject(
                    try textMembers(at: path).map { key, place, entry in (key, try JSONValue(encodingByParts: entry.value, at: place)) }))
        }
        var elements: [JSONValue] = []
        for (key, entry) in try pairs(at: path) {
            let value = try JSONValue(encodingByParts: entry.value, at: path.index(elements.count + 1))
            elements += [key, value]
        }
        return .array(elements)
    }

    /// Whether the keys stand for texts, so that the dictionary encodes as an object; asking the runtime costs more than comparing types.
    static var keysAreText: Bool { Key.self == String.self || Key.self is any CodingKeyRepresentable.Type }

    /// Whether no two keys are the same coding key, which a type of the user's own may allow.
    static func hasDistinctKeys(_ dictionary: Self) -> Bool {
        if Key.self != String.self, Key.self != Int.self, keysAreText {
            return Set<String>(dictionary.keys.map { keyText($0) }).count == dictionary.count
        }
        return true
    }

    /// The entries of a dictionary whose keys are coding keys, sorted by their text.
    func textMembers() -> [(key: String, entry: Element)] {
        map { entry in (keyText(entry.key), entry) }
            .sorted { left, right in left.0.utf8.lexicographicallyPrecedes(right.0.utf8) }
    }

    /// The same with their places, sorted by the text that the key is recorded as.
    func textMembers(at path: CodingPath) -> [(key: String, place: CodingPath, entry: Element)] {
        map { entry in
            let place = Self.entryPath(of: entry.key, in: path)
            return (place.writtenKey, place, entry)
        }
        .sorted { left, right in left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
    }

    /// The place of a key's value; what the key is recorded as, is the last key of it.
    static func entryPath(of key: Key, in path: CodingPath) -> CodingPath {
        guard path.masking != nil, !TypePlan.of(Key.self).isRecordedAsIs else { return path.key(keyText(key)) }
        return path.entry(keyText(key), isNumber: Key.self is any BinaryInteger.Type)
    }

    /// The entries of any other dictionary with their keys encoded, sorted by the keys' bytes.
    ///
    /// Where keys encode alike, as NaN does any number of times, the values' bytes decide.
    func pairs(at path: CodingPath) throws -> [(key: JSONValue, entry: Element)] {
        var pairs = try map { entry in (key: try JSONValue(encodingByParts: entry.key, at: path.appending(.inside)), entry: entry) }
            .sorted(byTextOf: \.key)
        var start = 0
        while start < pairs.count {
            let end = pairs[start...].firstIndex { $0.key != pairs[start].key } ?? pairs.count
            if end - start > 1 {
                let twins = try pairs[start..<end].map { (pair: $0, value: try JSONValue(encodingByParts: $0.entry.value, at: path)) }
                pairs.replaceSubrange(start..<end, with: twins.sorted(byTextOf: \.value).map(\.pair))
            }
            start = end
        }
        return pairs
    }
}

/// The text that stands for a dictionary's key in an object, where the keys are coding keys.
func keyText(_ key: some Hashable) -> String {
    if let text = key as? String { return text }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? ""
}

extension Array {
    /// The elements in the order of the bytes that a value of each is written as.
    fileprivate func sorted(byTextOf value: (Element) -> JSONValue) -> [Element] {
        map { element -> (text: [UInt8], element: Element) in
            var text: [UInt8] = []
            value(element).write(into: &text)
            return (text, element)
        }
        .sorted { left, right in left.text.lexicographicallyPrecedes(right.text) }
        .map(\.element)
    }
}
