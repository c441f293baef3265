import RewindValue

/// The direct way from an action to its bytes: encoded into a buffer, and watched meanwhile, without a tree in between.
///
/// It is for actions from which no rule removes anything, which are nearly all; others are encoded through a ``JSONValue``. Not
/// thread-safe: one thread at a time owns it.
package final class ActionBytes {
    private let form: RecordedForm
    private let encoding: ByteEncoding
    private let log: EncodingLog
    private let root: CodingPath
    @exclusivity(unchecked) private var name = ByteBuffer()
    /// Names of actions that stay as they are.
    @exclusivity(unchecked) private var harmlessNames: Set<String> = []
    @exclusivity(unchecked) private var kinds = TypeSlots<ActionKind>()

    package init(_ form: RecordedForm) {
        self.form = form
        log = EncodingLog(form)
        root = CodingPath(log)
        encoding = ByteEncoding(in: form)
    }

    /// The name of the last action's kind, as the bytes between the quotes of a JSON string; valid until the next action is encoded.
    package var type: UnsafeBufferPointer<UInt8> { name.bytes }

    /// The last action as JSON; there until the next is encoded.
    package var value: UnsafeBufferPointer<UInt8> { encoding.bytes.bytes }

    /// Encodes an action that no rule removes anything from.
    ///
    /// The bytes are those of ``RecordedForm/action(_:prefixesTypeName:)``, written out. An action behind a protocol is named by its type
    /// first.
    ///
    /// - Returns: `false` if the action has to go the way over a ``JSONValue``: a rule may remove something from it, it is not `Encodable`,
    ///   or it can't be encoded.
    package func encode<Action>(_ action: Action) -> Bool {
        guard form.allowsBytes else { return false }
        let kind = kind(of: Action.self)
        if let type = kind.encodable { return type.encode(action, kind, self) }
        guard let action = action as? any Encodable else { return false }
        return encodeOpened(action, prefixesTypeName: Swift.type(of: action as Any) != Action.self)
    }

    /// Uses the action's dynamic type, not that of its box.
    private func encodeOpened<Action: Encodable>(_ action: Action, prefixesTypeName: Bool) -> Bool {
        encode(action, kind(of: Action.self), prefixesTypeName: prefixesTypeName)
    }

    fileprivate func encode(_ action: some Encodable, _ kind: ActionKind, prefixesTypeName: Bool) -> Bool {
        defer { if !log.hidden.isEmpty { log.hidden = [] } }
        encoding.forgetLargeBuffer()
        do { try encoding.run(action, at: root) } catch { return false }
        let bytes = encoding.bytes.bytes
        guard !encoding.isIrregular, !encoding.isSuspect, log.hidden.isEmpty else { return false }
        return writeName(of: action, kind, bytes, prefixesTypeName: prefixesTypeName)
    }

    /// Puts together what kind of action it is; `false` if something has to be removed from that.
    private func writeName<Action>(
        of action: Action, _ kind: ActionKind, _ bytes: UnsafeBufferPointer<UInt8>, prefixesTypeName: Bool
    ) -> Bool {
        // A class's instance may be of another.
        let kind = kind.isFinal ? kind : self.kind(of: Swift.type(of: action))
        name.truncate(to: 0)
        if kind.namesItself, let action = action as? any ActionNaming {
            form.name(of: action).writeJSONContents(into: &name)
        } else {
            kind.cases?.appendPath(of: bytes, leading: encoding.leading.objects.elements, to: &name)
            kind.wrapped?.appendPath(inStruct: bytes, to: &name)
            if name.count == 0 { kind.typeName.writeJSONContents(into: &name) }
        }
        if prefixesTypeName {
            let own = Array(name.bytes)
            name.truncate(to: 0)
            kind.typeName.writeJSONContents(into: &name)
            if !own.elementsEqual(name.bytes) {
                name.append(UInt8(ascii: "/"))
                own.withUnsafeBufferPointer { name.append(contentsOf: $0) }
            }
        }
        let text = String(decoding: name.bytes, as: UTF8.self)
        if harmlessNames.contains(text) { return true }
        guard !name.bytes.contains(UInt8(ascii: "\\")), form.keeps(name: text) else { return false }
        if harmlessNames.count < 1_024 { harmlessNames.insert(text) }
        return true
    }

    private func kind<T>(of type: T.Type) -> ActionKind { kinds.fact(of: type) { ActionKind(type) } }
}

/// What is known of a type of actions.
fileprivate final class ActionKind {
    /// Whether the type has no subtypes.
    let isFinal: Bool
    let encodable: (any Encodable.Type)?
    let namesItself: Bool
    let cases: CaseNames?
    /// The cases of the action that the type is a struct around.
    let wrapped: CaseNames?
    let typeName: String

    init<T>(_ type: T.Type) {
        encodable = type as? any Encodable.Type
        namesItself = type is any ActionNaming.Type
        let metadata = TypeMetadata(type)
        isFinal = metadata.kind == .enum || metadata.kind == .struct
        cases = metadata.kind == .enum ? CaseNames(type) : nil
        wrapped = EnumCases.wrapped(in: type).map { CaseNames($0) }
        typeName = TypeName.of(type)
    }
}

extension Encodable {
    /// The caller found `Self` to be the type of the action, so the cast changes nothing.
    fileprivate static func encode<Action>(_ action: Action, _ kind: ActionKind, _ writer: ActionBytes) -> Bool {
        writer.encode(unsafeBitCast(action, to: Self.self), kind, prefixesTypeName: false)
    }
}
