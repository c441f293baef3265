import RewindRedaction
package import RewindValue

extension RecordedForm {
    /// The name that an action gives itself, as it may be written.
    func name(of action: any ActionNaming) -> String {
        let types = redactor.redaction.maskingPolicy?.types
        let isAsIs = action is any RecordedAsIs || types?.contains(ObjectIdentifier(type(of: action))) == true
        return text(action.actionName, at: isAsIs ? .sourceName : .actionName)
    }

    /// Encodes a value as ``JSONValue/init(encoding:)`` does, without its secrets, including ``Redacted`` properties.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func value(of value: some Encodable) throws -> (value: JSONValue, pointers: [JSONPointer]) {
        try recorded { try JSONValue(encoding: value, at: $0, isOutermost: true) }
    }

    /// Encodes and names an action as ``EncodedAction/init(encoding:)`` does, without its secrets, and returns their places.
    ///
    /// - Parameter isOneOfMany: whether actions of several types share the recording behind a protocol; then the name begins with the
    ///   type's name.
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func action(_ action: some Encodable, isOneOfMany: Bool = false) throws -> (EncodedAction, [JSONPointer]) {
        var name = ""
        let redacted = try recorded { path in
            var encoded = try EncodedAction(encoding: action, at: path)
            if isOneOfMany { encoded = encoded.named(behindProtocolAs: type(of: action)) }
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
        try changes { try RewindCapture.changes(from: old, to: new, masksPadding: true, at: $0) }
    }

    // MARK: What is kept for later

    /// Takes a snapshot of a value without its ``Redacted`` parts; what other rules remove is removed when the snapshot is written.
    ///
    /// - Throws: what ``ValueSnapshot/init(_:)`` throws.
    package func snapshot<T: Encodable>(of value: T) throws -> ValueSnapshot<T> { try ValueSnapshot(value, log: EncodingLog(self)) }

    /// What a snapshot taken with ``snapshot(of:)`` encodes to, without its secrets.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func value<T: Encodable>(of snapshot: ValueSnapshot<T>) throws -> (value: JSONValue, pointers: [JSONPointer]) {
        try recorded(besides: snapshot.hidden) { try snapshot.encoded(at: $0) }
    }

    /// The patch between two moments of a value, like ``changes(from:to:)`` of two values; both snapshots must come from ``snapshot(of:)``.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws for either value.
    package func changes<T: Encodable>(from old: ValueSnapshot<T>, to new: ValueSnapshot<T>) throws -> (JSONPatch, [JSONPointer]) {
        try changes(besides: new.hidden) { try RewindCapture.changes(from: old, to: new, at: $0) }
    }

    /// What was frozen in this form, without its secrets.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func value(of frozen: FrozenState) throws -> (value: JSONValue, pointers: [JSONPointer]) {
        try recorded(besides: frozen.hidden) { try frozen.part.part.value(at: $0) }
    }

    /// The patch between two frozen states of this form.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws for either.
    package func changes(from old: FrozenState, to new: FrozenState) throws -> (JSONPatch, [JSONPointer]) {
        try changes(besides: new.hidden) { try old.patch(to: new, at: $0) }
    }
}
