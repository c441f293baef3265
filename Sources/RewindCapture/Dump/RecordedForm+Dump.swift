import RewindRedaction
package import RewindValue

extension RecordedForm {
    /// Walks a value that is not `Encodable` by label, through `Mirror`, and removes its secrets.
    ///
    /// Structures, classes, tuples and labelled payloads become objects of their labels; collections become arrays; dictionaries with text
    /// keys become objects; enums become what the compiler's `Codable` conformance would write. A value's description is never used,
    /// because no rule could find a label in it. A dump is limited to 24 levels, 2,000 parts, and 4 KiB a text; `…` marks what is left out.
    /// An object inside itself is only named.
    ///
    /// Costs about three microseconds a part.
    package func dump(of value: Any) -> (value: JSONValue, pointers: [JSONPointer]) {
        recorded { path in
            var dumper = Dumper(at: path)
            return dumper.dump(value)
        }
    }

    /// Dumps an action that is not `Encodable`, and names it: by its path of cases (`home/didReceive`), else by its type.
    ///
    /// - Parameter prefixesTypeName: whether actions of several types share the recording behind a protocol; then the name begins with the
    ///   type's name.
    package func dump(ofAction action: Any, prefixesTypeName: Bool = false) -> (EncodedAction, [JSONPointer]) {
        let redacted = dump(of: action)
        let name =
            (action as? any ActionNaming).map { self.name(of: $0) } ?? Self.casePath(action) ?? TypeName.of(Swift.type(of: action))
        var dumped = EncodedAction(type: name, value: redacted.value)
        if prefixesTypeName { dumped = dumped.named(behindProtocolAs: Swift.type(of: action)) }
        dumped.type = text(dumped.type, at: .sourceName)
        return (dumped, redacted.pointers)
    }

    /// The text of an error without secrets: its own description if it has one, else its parts by label.
    package func text(of error: any Error) -> String {
        switch error {
        case let error as NestingLimitExceeded where !showsTexts: error.descriptionWithoutPlace
        case EncodingError.invalidValue(_, let context): redactedMessage(context.debugDescription, at: context.codingPath, by: error)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            redactedMessage(context.debugDescription, at: context.codingPath, by: error)
        case _ where Self.describesItself(Swift.type(of: error)): redactedMessage("\(error)", by: error)
        default: Self.text(of: dump(of: error).value, Swift.type(of: error))
        }
    }

    /// Whether a type has words of its own.
    ///
    /// Its values are not asked: on Apple's systems each error is an NSError as well, which has some.
    private static func describesItself(_ type: any Error.Type) -> Bool {
        type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
    }

    /// An error's own words; where they are masked, preceded by the name of its type, or by its domain and code.
    private func redactedMessage(_ text: String, at path: [any CodingKey] = [], by error: any Error) -> String {
        let place = path.isEmpty ? "" : " At \(path.map(\.stringValue).joined(separator: "."))."
        let words = self.text(text + place, at: .appText)
        if showsTexts { return words }
        let type = type(of: error)
        return FoundationClass.isError(type) ? "\(error._domain) \(error._code): \(words)" : "\(TypeName.of(type)): \(words)"
    }

    private static func text(of dump: JSONValue, _ type: Any.Type) -> String {
        if let name = dump.string { return name }
        if let object = dump.object, object.count == 1, object.member(at: 0).value.object != nil {
            return "\(object.member(at: 0).key) \(object.member(at: 0).value.jsonText)"
        }
        return "\(TypeName.of(type)) \(dump.jsonText)"
    }

    private static func casePath(_ action: Any) -> String? {
        var names: [String] = []
        var mirror = Mirror(reflecting: action)
        var value = action
        if EnumCases.wrapped(in: type(of: action)) != nil,
            let inner = mirror.children.first(where: { EnumCases.labels.contains($0.label ?? "") })
        {
            value = inner.value
            mirror = Mirror(reflecting: value)
        }
        while mirror.displayStyle == .enum, let name = EnumCases.name(of: value) {
            names.append(name)
            guard let child = mirror.children.first else { break }
            value = child.value
            mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .tuple, let action = mirror.children.first(where: { EnumCases.labels.contains($0.label ?? "") }) {
                value = action.value
                mirror = Mirror(reflecting: value)
            }
        }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }
}
