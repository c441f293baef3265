import RewindRedaction
package import RewindValue

extension RecordedForm {
    /// The name that an action gives itself, as it may be written.
    func name(of action: any ActionNaming) -> String {
        let types = redactor.redaction.maskingPolicy?.types
        let isAsIs = action is any RecordedAsIs || types?.contains(ObjectIdentifier(type(of: action))) == true
        return text(action.actionName, at: isAsIs ? .sourceName : .appText)
    }

    /// Encodes a value as ``JSONValue/init(encoding:)`` does, without its secrets, including ``Redacted`` properties.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func value(of value: some Encodable) throws -> (value: JSONValue, pointers: [JSONPointer]) {
        try recorded { try JSONValue(encoding: value, at: $0, isOutermost: true) }
    }

    /// Encodes and names an action as ``EncodedAction/init(encoding:)`` does, without its secrets, and returns their places.
    ///
    /// - Parameter prefixesTypeName: whether actions of several types share the recording behind a protocol; then the name begins with the
    ///   type's name.
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func action(_ action: some Encodable, prefixesTypeName: Bool = false) throws -> (EncodedAction, [JSONPointer]) {
        var name = ""
        let redacted = try recorded { path in
            var encoded = try EncodedAction(encoding: action, at: path)
            if prefixesTypeName { encoded = encoded.named(behindProtocolAs: type(of: action)) }
            name = encoded.type
            return encoded.value
        }
        return (EncodedAction(type: text(name, at: .sourceName), value: redacted.value), redacted.pointers)
    }

    /// The patch between what two values encode to without their secrets, found as ``changes(from:to:)`` does, and where the secrets were.
    ///
    /// Applied to the recorded form of the old value, it gives exactly that of the new one.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws for either value.
    package func changes<T: Encodable>(from old: T, to new: T) throws -> (JSONPatch, [JSONPointer]) {
        try recordedPatch { try RewindCapture.changes(from: old, to: new, at: $0) }
    }
}
