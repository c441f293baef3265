internal import Synchronization

/// The straight way from an action to its bytes: encoded into a buffer, and looked through there, without a tree in between.
///
/// It is taken by an action that no rule removes anything from, which is nearly every one; any other takes the way over a ``JSONValue``. Not
/// thread-safe: one thread at a time has it.
final class ActionBytes {
    private let redactor: Redactor
    private let encoding = ByteEncoding()
    private let log: RedactionLog
    private let root: CodingPath
    @exclusivity(unchecked) private var sieve: SecretSieve
    @exclusivity(unchecked) private var name = ByteBuffer()
    /// Names of actions that stay as they are.
    @exclusivity(unchecked) private var harmlessNames = KnownTexts()
    @exclusivity(unchecked) private var kinds = [ActionKind?](repeating: nil, count: 64)

    init(redactor: Redactor) {
        self.redactor = redactor
        log = RedactionLog(redactor)
        root = CodingPath(redaction: log)
        sieve = SecretSieve(redactor: redactor)
    }

    /// Bytes that are kept for the next action.
    var capacity: Int { encoding.bytes.capacity }

    /// Calls a closure with the bytes of an action's name and of the action; `false` if a rule may remove something, or it can't be encoded so.
    func withBytes<Action>(of action: Action, _ body: (PlainAction) -> Void) -> Bool {
        if let type = kind(of: Action.self).encodable { return type.withBytes(of: action, self, body) }
        guard let action = action as? any Encodable else { return false }
        return withBytes(encoding: action, isOneOfMany: Swift.type(of: action as Any) != Action.self, body)
    }

    fileprivate func withBytes<Action: Encodable>(encoding action: Action, isOneOfMany: Bool, _ body: (PlainAction) -> Void) -> Bool {
        defer { if !log.pointers.isEmpty { log.pointers = [] } }
        do { try encoding.run(action, at: root) } catch { return false }
        let bytes = encoding.bytes.bytes
        guard !encoding.isIrregular, log.pointers.isEmpty, sieve.passes(bytes) else { return false }
        guard writeName(of: action, bytes, isOneOfMany: isOneOfMany) else { return false }
        body(PlainAction(name: name.bytes, value: bytes))
        return true
    }

    /// Puts together what kind of action it is; `false` if something has to be removed from that.
    private func writeName<Action>(of action: Action, _ bytes: UnsafeBufferPointer<UInt8>, isOneOfMany: Bool) -> Bool {
        let kind = kind(of: Swift.type(of: action))
        name.truncate(to: 0)
        if kind.namesItself, let action = action as? any ActionNaming {
            action.actionName.writeJSONContents(into: &name)
        } else {
            kind.cases?.appendPath(of: bytes, leading: sieve.leading, to: &name)
            if name.count == 0 { kind.shortName.writeJSONContents(into: &name) }
        }
        if isOneOfMany {
            let own = Array(name.bytes)
            name.truncate(to: 0)
            kind.fullName.writeJSONContents(into: &name)
            if !own.elementsEqual(kind.shortName.utf8) {
                name.append(UInt8(ascii: "/"))
                own.withUnsafeBufferPointer { name.append(contentsOf: $0) }
            }
        }
        let written = UnsafeRawBufferPointer(name.bytes)
        if harmlessNames.contains(written) { return true }
        let text = String(decoding: written, as: UTF8.self)
        guard !written.contains(UInt8(ascii: "\\")), redactor.redact(name: text) == text else { return false }
        harmlessNames.insert(written)
        return true
    }

    private func kind<T>(of type: T.Type) -> ActionKind {
        let id = ObjectIdentifier(type)
        let slot = (Int(bitPattern: id) >> 4 ^ Int(bitPattern: id) >> 10) & 63
        if let known = kinds[slot], known.id == id { return known }
        let kind = ActionKind(type)
        kinds[slot] = kind
        return kind
    }
}

/// What is known of a type of actions.
private final class ActionKind {
    let id: ObjectIdentifier
    let encodable: (any Encodable.Type)?
    let namesItself: Bool
    let cases: CaseNames?
    let shortName: String
    let fullName: String

    init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        encodable = type as? any Encodable.Type
        namesItself = type is any ActionNaming.Type
        cases = TypeMetadata(type).kind == .enum ? CaseNames(type) : nil
        shortName = String(describing: type)
        fullName = TypeName.of(type)
    }
}

extension Encodable {
    /// The caller found `Self` to be the type of the action, so the cast changes nothing.
    fileprivate static func withBytes<Action>(of action: Action, _ writer: ActionBytes, _ body: (PlainAction) -> Void) -> Bool {
        writer.withBytes(encoding: unsafeBitCast(action, to: Self.self), isOneOfMany: false, body)
    }
}

/// An action as it may be written: what kind of action it is, between the quotes of a JSON string, and the action as JSON.
///
/// The bytes are there only as long as the closure runs that they are given to.
package struct PlainAction {
    package let name: UnsafeBufferPointer<UInt8>
    package let value: UnsafeBufferPointer<UInt8>
}

/// Writes the actions of one recording straight into bytes; may be used from any thread.
package final class PlainActions: Sendable {
    private let redactor: Redactor
    private let idle = Mutex<[Pooled]>([])

    package init(redactor: Redactor) { self.redactor = redactor }

    /// A buffer that waits for its next action.
    ///
    /// `@unchecked Sendable`: whoever takes it out of the pool is the only one to have it, until it is put back.
    private struct Pooled: @unchecked Sendable {
        let action: ActionBytes
    }

    /// Calls a closure with the bytes of an action that no rule removes anything from.
    ///
    /// They are those that ``Redactor/redact(action:isOneOfMany:)`` gives, written out. An action behind a protocol is named by its type first.
    ///
    /// - Returns: `false` if the closure was not called, since the action has to go the way over a ``JSONValue``: a rule removes
    ///   something from it, it is not `Encodable`, or it can't be encoded.
    package func withBytes<Action>(of action: Action, _ body: (PlainAction) -> Void) -> Bool {
        guard redactor.looksAtBytes else { return false }
        let pooled = idle.withLock { $0.popLast() } ?? Pooled(action: ActionBytes(redactor: redactor))
        defer {
            // A buffer that grew large is not kept.
            if pooled.action.capacity <= 1 << 16 { idle.withLock { if $0.count < 4 { $0.append(pooled) } } }
        }
        return pooled.action.withBytes(of: action, body)
    }
}
