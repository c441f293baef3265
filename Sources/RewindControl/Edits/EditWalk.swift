import RewindValue

/// A place in the app's state, to which an edit's path leads.
struct EditPlace {
    /// The path that leads to the place now.
    var pointer: JSONPointer
    /// The app's value there.
    var raw: JSONValue = .null
    /// The recorded form of that value.
    var current: JSONValue = .null
    /// The value that was shown there; `nil` if it equals the recorded form.
    var shown: JSONValue?
    /// Whether a new value replaces one that is there.
    var replaces = true
    /// Whether the place is a member of an object, not an element of an array.
    var isMember = true
}

/// Follows a path into the shown form in the present state.
struct EditWalk {
    private var now: EditPlace
    /// Whether the path led to something that was shown and no longer exists, or to nothing.
    private(set) var isGone = false

    private let hidden: HiddenValues

    /// - Parameter raw: the app's value, with the shown keys.
    init(shown: JSONValue?, current: JSONValue?, raw: JSONValue, hidden: HiddenValues) {
        self.hidden = hidden
        now = EditPlace(pointer: .root, raw: raw, current: current ?? raw, shown: shown)
    }

    var place: EditPlace { now }

    /// Continues under a key or index; returns the place of a new value if one is to be inserted there.
    ///
    /// - Parameter path: The path as it was given, for errors.
    mutating func enter(_ token: String, insertsInto isNew: Bool, at path: JSONPointer) throws(StoreEditError) -> EditPlace? {
        switch now.current {
        case .object(let object):
            guard let next = object[token] else {
                guard isNew else {
                    isGone = true
                    return nil
                }
                // Under another shown key, the app's own member would be overwritten unseen.
                if now.raw[hidden.shown(key: token)] != nil { throw Self.hidden(at: path) }
                return EditPlace(pointer: now.pointer.appending(token), replaces: false)
            }
            guard let raw = now.raw[token] else { throw Self.hidden(at: path) }
            step(token, raw: raw, current: next, shown: now.shown?[token], isMember: true)
            return nil
        case .array(let elements):
            let shown = now.shown?.array
            if isNew {
                let index = try Self.insertion(token, in: shown ?? elements, at: path)
                let position = shown.map { Self.position(ofInsertionAt: index, in: $0, now: elements) } ?? index
                return EditPlace(pointer: now.pointer.appending(position), replaces: false, isMember: false)
            }
            guard let index = ArrayIndex.parse(token) else {
                throw StoreEditError(.refused, at: path, "the key leads into an array, which has indices")
            }
            let position = if let shown { TreeDiff.sources(of: elements, among: shown).firstIndex(of: index) } else { Optional(index) }
            guard let position, position < elements.count, let raw = now.raw.array, position < raw.count else {
                isGone = true
                return nil
            }
            let before = shown?.dropFirst(index).first
            step(String(position), raw: raw[position], current: elements[position], shown: before, isMember: false)
            return nil
        default:
            isGone = true
            return nil
        }
    }

    private mutating func step(_ token: String, raw: JSONValue, current: JSONValue, shown: JSONValue?, isMember: Bool) {
        now = EditPlace(pointer: now.pointer.appending(token), raw: raw, current: current, shown: shown, isMember: isMember)
    }

    private static func hidden(at path: JSONPointer) -> StoreEditError {
        StoreEditError(
            .hiddenKey, at: path, "the recording shows this key for another one, or another one for it, and which one is not certain")
    }

    private static func insertion(_ token: String, in elements: [JSONValue], at path: JSONPointer) throws(StoreEditError) -> Int {
        if token == "-" { return elements.count }
        guard let index = ArrayIndex.parse(token) else {
            throw StoreEditError(.refused, at: path, "the key leads into an array, which has indices")
        }
        guard index <= elements.count else {
            throw StoreEditError(.notThere, at: path, "the array has only \(elements.count) elements")
        }
        return index
    }

    /// Before the element that it was put before, or else after the one that it was put after.
    private static func position(ofInsertionAt index: Int, in shown: [JSONValue], now elements: [JSONValue]) -> Int {
        if index == shown.count { return elements.count }
        let sources = TreeDiff.sources(of: elements, among: shown)
        var positions: [Int: Int] = [:]
        for (position, source) in sources.enumerated() { if let source { positions[source] = position } }
        if let next = (index..<shown.count).lazy.compactMap({ positions[$0] }).first { return next }
        return (0..<index).reversed().lazy.compactMap { positions[$0] }.first.map { $0 + 1 } ?? elements.count
    }
}
