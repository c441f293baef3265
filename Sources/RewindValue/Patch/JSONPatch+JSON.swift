extension JSONPatch {
    /// The patch that a JSON value describes according to RFC 6902: an array of operations.
    ///
    /// - Throws: the first operation that lacks a member or has one of the wrong kind. Members that RFC 6902 doesn't name are ignored.
    package init(json: JSONValue) throws(JSONPatchError) {
        guard let elements = json.array else { throw JSONPatchError(reason: "a patch is an array of operations") }
        var operations: [Operation] = []
        operations.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() { operations.append(try Operation(json: element, index: index)) }
        self.init(operations)
    }

    /// The patch as a JSON value according to RFC 6902.
    package var json: JSONValue { .array(operations.map({ $0.json })) }

    /// Appends the patch as compact JSON according to RFC 6902, in one line; the same bytes as those of ``json``, without making that
    /// value.
    package func write(into bytes: inout [UInt8]) {
        bytes.append("[")
        for (index, operation) in operations.enumerated() {
            if index > 0 { bytes.append(",") }
            operation.write(into: &bytes)
        }
        bytes.append("]")
    }
}

extension JSONPatch.Operation {
    fileprivate init(json: JSONValue, index: Int) throws(JSONPatchError) {
        guard let name = json["op"]?.string else {
            throw JSONPatchError(index: index, reason: #"an operation is an object with a member "op", which is a text"#)
        }
        func pointer(_ key: String) throws(JSONPatchError) -> JSONPointer {
            guard let text = json[key]?.string else {
                throw JSONPatchError(index: index, operation: name, reason: "the operation needs a member \"\(key)\", which is a text")
            }
            do throws(JSONPointerError) {
                return try JSONPointer(parsing: text)
            } catch {
                throw JSONPatchError(index: index, operation: name, reason: error.description)
            }
        }
        func value() throws(JSONPatchError) -> JSONValue {
            if let value = json["value"] { return value }
            throw JSONPatchError(
                index: index, operation: name, pointer: try pointer("path"), reason: #"the operation needs a member "value""#)
        }
        switch name {
        case "add": self = .add(try pointer("path"), try value())
        case "remove": self = .remove(try pointer("path"))
        case "replace": self = .replace(try pointer("path"), try value())
        case "move": self = .move(from: try pointer("from"), to: try pointer("path"))
        case "copy": self = .copy(from: try pointer("from"), to: try pointer("path"))
        case "test": self = .test(try pointer("path"), try value())
        default:
            throw JSONPatchError(
                index: index,
                reason: "no operation is called \(JSONValue.string(name).jsonText), only add, remove, replace, move, copy, test")
        }
    }

    /// The operation as an object by RFC 6902.
    package var json: JSONValue {
        var members: JSONObject = ["op": .string(name)]
        if let from { members["from"] = .string(from.description) }
        members["path"] = .string(pointer.description)
        if let value { members["value"] = value }
        return .object(members)
    }

    package func write(into bytes: inout [UInt8]) {
        bytes.append(#"{"op":""#)
        bytes.append(contentsOf: name.utf8)
        if let from {
            bytes.append(#"","from":""#)
            from.writeJSONContents(into: &bytes)
        }
        bytes.append(#"","path":""#)
        pointer.writeJSONContents(into: &bytes)
        bytes.append("\"")
        if let value {
            bytes.append(#","value":"#)
            value.write(into: &bytes)
        }
        bytes.append("}")
    }

    /// Where a move or a copy takes its value.
    package var from: JSONPointer? {
        switch self {
        case .move(let from, _), .copy(let from, _): from
        default: nil
        }
    }

    /// The value that an operation brings along.
    package var value: JSONValue? {
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value): value
        default: nil
        }
    }
}
