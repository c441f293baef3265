import OrderedCollections

/// One comparison of two values: goes down both, and collects the operations that make the old one the new one.
///
/// Operations are in the order they apply: a path is valid after all operations before it.
struct Differ {
    private(set) var operations: [JSONPatch.Operation] = []
    private let masksPadding: Bool

    init(masksPadding: Bool) { self.masksPadding = masksPadding }

    // MARK: Typed values

    /// Compares two values of one type; nothing is encoded if they are the same.
    mutating func compare<T: Encodable>(_ old: T, _ new: T, at path: CodingPath) throws {
        let plan = TypePlan.of(T.self)
        if isSame(old, new, plan) { return }
        if let type = plan.trusted, type.areEqual(old, new) { return }
        if let type = plan.direct {
            try type.compare(same: old, new, with: &self, at: path)
        } else {
            try compare(.opening(old, at: path), .opening(new, at: path), at: path)
        }
    }

    /// The bytes to compare values of a type by; `nil` if its bits may not say "same".
    func bits(_ plan: TypePlan) -> SignificantBits? {
        guard plan.hasValueSemantics else { return nil }
        return masksPadding ? plan.bits : plan.allBits
    }

    /// Whether two values certainly encode alike because their bits are the same.
    func isSame<T>(_ old: T, _ new: T, _ plan: TypePlan) -> Bool {
        guard let bits = bits(plan) else { return false }
        return withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { new in bits.areSame(old, new) } }
    }

    // MARK: Parts

    /// Compares two parts of whatever kind, opening typed ones as far as needed.
    mutating func compare(_ old: Part, _ new: Part, at path: CodingPath) throws {
        switch (old, new) {
        case (.typed(let oldBox), .typed(let newBox)):
            if try oldBox.compare(to: newBox, with: &self, at: path) { return }
            try compare(oldBox.opened(at: path), newBox.opened(at: path), at: path)
        case (.typed(let box), _): try compare(box.opened(at: path), new, at: path)
        case (_, .typed(let box)): try compare(old, box.opened(at: path), at: path)
        case (.value(let oldValue), .value(let newValue)): try compare(oldValue, newValue, at: path)
        case (.container(let container), .value(let value)):
            if case .single = container.kind, let single = container.single { return try compare(single, new, at: path.appending(.inside)) }
            guard let other = Container(value, at: path) else { return replace(with: value, at: path) }
            try compare(container, other, at: path)
        case (.value(let value), .container(let container)):
            if case .single = container.kind, let single = container.single { return try compare(old, single, at: path.appending(.inside)) }
            guard let other = Container(value, at: path) else { return replace(with: try new.value(at: path), at: path) }
            try compare(other, container, at: path)
        case (.container(let oldContainer), .container(let newContainer)): try compare(oldContainer, newContainer, at: path)
        }
    }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: CodingPath) throws {
        switch (old, new) {
        case (.array, .array), (.object, .object):
            let patch = TreeDiff(from: old, to: new).patch
            if !patch.isEmpty { operations += patch.moved(below: path.pointer).operations }
        default:
            if old != new { replace(with: new, at: path) }
        }
    }

    private mutating func compare(_ old: Container, _ new: Container, at path: CodingPath) throws {
        try old.check()
        try new.check()
        if old.kind == .single || new.kind == .single {
            return try compare(
                old.single ?? .container(old), new.single ?? .container(new), at: path.appending(.inside))
        }
        switch (old.kind, new.kind) {
        case (.array, .array): try compareElements(old.elements, new.elements, at: path)
        case (.array, _), (_, .array): replace(with: try Part.container(new).value(at: path), at: path)
        default: try compareMembers(old, new, at: path)  // what wrote nothing is an empty object
        }
    }

    private mutating func compareMembers(_ old: Container, _ new: Container, at path: CodingPath) throws {
        let isDisjoint = !new.members.keys.contains { old.part(spelled: $0) != nil }
        if isDisjoint, !old.members.isEmpty, !new.members.isEmpty {
            return replace(with: try Part.container(new).value(at: path), at: path)  // another case of an enum
        }
        for key in old.members.keys where new.part(spelled: key) == nil { append(.remove(path.key(key).pointer)) }
        for (key, part) in new.members {
            let path = path.key(key)
            if let oldPart = old.part(spelled: key) {
                try compare(oldPart, part, at: path)
            } else {
                append(.add(path.pointer, try part.value(at: path)))
            }
        }
    }

    private mutating func compareElements(_ old: PartList, _ new: PartList, at path: CodingPath) throws {
        if old.runs.count == 1, new.runs.count == 1, let oldRun = old.runs[0] as? any TypedPartRun,
            try oldRun.compare(to: new.runs[0], with: &self, at: path)
        {
            return
        }
        try compareArrays(PartArrays(old: old.parts, new: new.parts, differ: self), at: path)
    }

    // MARK: Operations

    mutating func append(_ operation: JSONPatch.Operation) { operations.append(operation) }

    mutating func replace(with value: JSONValue, at path: CodingPath) { append(.replace(path.pointer, value)) }

    /// Replaces the whole value when that takes less text than the operations since `start`.
    ///
    /// - Parameters:
    ///   - few: so many operations are kept in any case.
    ///   - count: how many elements the whole value has, to judge without encoding it whether that may be so.
    mutating func replaceIfLighter(
        since start: Int, few: Int, count: Int, at path: CodingPath, encode: () throws -> JSONValue
    ) rethrows {
        let changes = operations[start...]
        guard changes.count > few, changes.count > count / 4 else { return }
        let whole = try encode()
        let replacement = JSONPatch.Operation.replace(path.pointer, whole)
        let spent = changes.reduce(0) { $0 + $1.weight() }
        guard replacement.weight(limit: spent) < spent else { return }
        operations.removeSubrange(start...)
        append(replacement)
    }
}

extension Container {
    /// The part under exactly this key: keys that differ only in how they spell "é" are two keys in the text.
    fileprivate func part(spelled key: String) -> Part? {
        guard let index = members.index(forKey: key), members.keys[index].isIdentical(to: key) else { return nil }
        return members.values[index]
    }
}

extension JSONPatch {
    /// The patch for a value that has the patched one at a pointer.
    fileprivate func moved(below base: JSONPointer) -> JSONPatch {
        func below(_ pointer: JSONPointer) -> JSONPointer { JSONPointer(tokens: base.tokens + pointer.tokens) }
        return JSONPatch(
            operations.map { operation in
                switch operation {
                case .add(let pointer, let value): .add(below(pointer), value)
                case .remove(let pointer): .remove(below(pointer))
                case .replace(let pointer, let value): .replace(below(pointer), value)
                case .move(let from, let to): .move(from: below(from), to: below(to))
                case .copy(let from, let to): .copy(from: below(from), to: below(to))
                case .test(let pointer, let value): .test(below(pointer), value)
                }
            })
    }
}
