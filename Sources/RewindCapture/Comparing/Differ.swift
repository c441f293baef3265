import OrderedCollections
import RewindValue

/// Comparisons of two values: goes down both, and puts the operations that make the old one the new one into its output.
///
/// A class, so that an `encode(to:)` that runs meanwhile can go on with it. Not thread-safe.
final class Differ {
    let output: any PatchOutput
    /// What earlier comparisons found out about hash tables.
    let orders: KeyOrders
    /// About how many bytes of storage the new value does not share with the old one, as far as they were compared; equal parts count as
    /// shared.
    private(set) var unsharedBytes = 0
    private var plans = TypeSlots<TypePlan>()
    private var inPlace = TypeSlots<(any ComparedInPlace.Type)?>()
    private lazy var comparing = ComparingEncoding()
    /// Encodes keys and elements of hash tables.
    private(set) lazy var encoding = ByteEncoding()

    init(output: any PatchOutput, orders: KeyOrders = KeyOrders()) {
        self.output = output
        self.orders = orders
    }

    /// Begins a comparison that has nothing to do with those before.
    func reset() {
        comparing.reset()
        orders.removeUnused()
        unsharedBytes = 0
    }

    /// Notes storage that only the new value holds.
    func add(unsharedBytes bytes: Int) { unsharedBytes += bytes }

    func plan<T>(of type: T.Type) -> TypePlan { plans.plan(of: type) }

    // MARK: Typed values

    /// Compares two values of one type; nothing is encoded if they are the same.
    func compare<T: Encodable>(_ old: T, _ new: T, at path: CodingPath) throws {
        let plan = plan(of: T.self)
        if !isSame(old, new, plan) { try compareChanged(old, new, plan, at: path) }
    }

    /// Compares two values whose bits show that they may differ.
    func compareChanged<T: Encodable>(_ old: T, _ new: T, _ plan: TypePlan, at outer: CodingPath) throws {
        let path = outer.inside(plan)
        if let type = plan.direct {
            if let inPlace = inPlace.fact(of: T.self, make: { T.self as? any ComparedInPlace.Type }) {
                try inPlace.compare(same: old, new, with: self, at: path)
            } else {
                compare(try type.encode(old, at: path), try type.encode(new, at: path), at: path)
            }
        } else if try !comparing.compare(old, new, plan, with: self, at: path) {
            let (oldPart, newPart) = try (EncodedPart.expandingOneLevel(old, at: path), EncodedPart.expandingOneLevel(new, at: path))
            if path.stepCount == 0 {  // part of no other value: that writes nothing is no empty object
                if oldPart.isNothing { throw EncodingError.nothingEncoded(by: old) }
                if newPart.isNothing { throw EncodingError.nothingEncoded(by: new) }
            }
            try compare(oldPart, newPart, at: path)
        }
    }

    /// The bits to compare values of a type by; `nil` if equal bits don't prove equal values.
    func bits(_ plan: TypePlan) -> SignificantBits? { plan.hasValueSemantics ? plan.bits : nil }

    /// Whether two values certainly encode alike because their bits are the same.
    func isSame<T>(_ old: T, _ new: T, _ plan: TypePlan) -> Bool {
        withUnsafePointer(to: old) { isSame($0, new, plan) }
    }

    /// Whether two values have the same bits.
    func isSame<T>(_ old: T, _ new: T, _ bits: SignificantBits) -> Bool {
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in bits.areSame(UnsafeRawPointer(old), UnsafeRawPointer(new)) }
        }
    }

    /// The same, where the old one lies in memory.
    func isSame<T>(_ old: UnsafePointer<T>, _ new: T, _ plan: TypePlan) -> Bool {
        guard plan.hasValueSemantics else { return false }
        return withUnsafePointer(to: new) { plan.bits.areSame(UnsafeRawPointer(old), UnsafeRawPointer($0)) }
    }

    // MARK: Parts

    /// Compares two parts of any kind, opening typed ones as far as needed.
    func compare(_ old: EncodedPart, _ new: EncodedPart, at path: CodingPath) throws {
        switch (old, new) {
        case (.typed(let oldBox), .typed(let newBox)):
            if try compare(boxed: oldBox, newBox, at: path) { return }
            if !path.isOpen { return try compareEncoded(old, new, at: path) }
            try compare(oldBox.expandedOneLevel(at: path), newBox.expandedOneLevel(at: path), at: path)
        // What is hidden inside differs between the two types.
        case (.typed, _) where !path.isOpen, (_, .typed) where !path.isOpen: try compareEncoded(old, new, at: path)
        case (.typed(let box), _): try compare(box.expandedOneLevel(at: path), new, at: path)
        case (_, .typed(let box)): try compare(old, box.expandedOneLevel(at: path), at: path)
        case (.value(let oldValue), .value(let newValue)): compare(oldValue, newValue, at: path)
        // One level is enough to see that it is not `null`.
        case (.container(let container), .value(.null)) where container.single == nil: output.put(.replace, .null, at: path)
        case (.container, .value), (.value, .container): try compareEncoded(old, new, at: path)
        case (.container(let oldContainer), .container(let newContainer)): try compare(oldContainer, newContainer, at: path)
        }
    }

    /// Compares two values of one type; `false` if the types differ.
    private func compare<Box: TypedBox>(boxed old: Box, _ new: any TypedBox, at path: CodingPath) throws -> Bool {
        guard let new = new as? Box else { return false }
        try compare(old.value, new.value, at: path)
        return true
    }

    /// Whether two values have one type and the same bits.
    func isSame<Box: TypedBox>(boxed old: Box, _ new: any TypedBox) -> Bool {
        guard let new = new as? Box else { return false }
        return isSame(old.value, new.value, plan(of: Box.Value.self))
    }

    private func compareEncoded(_ old: EncodedPart, _ new: EncodedPart, at path: CodingPath) throws {
        compare(try old.value(at: path), try new.value(at: path), at: path)
    }

    func compare(_ old: JSONValue, _ new: JSONValue, at path: CodingPath) {
        switch (old, new) {
        case (.array, .array), (.object, .object):
            let patch = TreeDiff(from: old, to: new).patch
            if patch.isEmpty { return }
            if changesSecretField(patch, in: new, at: path) { return output.put(.replace, new, at: path) }
            output.append(patch, below: path)
        default:
            if old != new { output.put(.replace, new, at: path) }
        }
    }

    /// Whether a patch has the text of a field whose name, in another member of the same object, a rule covers: then that name must be in
    /// the patch, too.
    private func changesSecretField(_ patch: JSONPatch, in value: JSONValue, at path: CodingPath) -> Bool {
        guard let log = path.log, log.looksForFields else { return false }
        return patch.operations.contains { operation in
            var field = operation.pointer
            guard let member = field.tokens.popLast(), EncodingLog.mayHoldField(member), let object = value[field]?.object else {
                return false
            }
            return log.isSecretField(object, at: JSONPointer(tokens: path.pointer.tokens + field.tokens))
        }
    }

    private func compare(_ old: Container, _ new: Container, at path: CodingPath) throws {
        try old.check()
        try new.check()
        if old.kind == .single || new.kind == .single {
            return try compare(
                old.single ?? .container(old), new.single ?? .container(new), at: path.appending(.inside))
        }
        switch (old.kind, new.kind) {
        case (.array, .array): try compareElements(old.elements, new.elements, at: path)
        case (.array, _), (_, .array): output.put(.replace, try EncodedPart.container(new).value(at: path), at: path)
        default: try compareMembers(old, new, at: path)  // what wrote nothing is an empty object
        }
    }

    private func compareMembers(_ old: Container, _ new: Container, at path: CodingPath) throws {
        let isDisjoint = !new.members.keys.contains { old.part(spelled: $0) != nil }
        if isDisjoint, !old.members.isEmpty, !new.members.isEmpty {
            return output.put(.replace, try EncodedPart.container(new).value(at: path), at: path)  // another case of an enum
        }
        let start = output.count
        for key in old.members.keys where new.part(spelled: key) == nil { output.remove(at: path.key(key)) }
        for (key, part) in new.members {
            let path = path.key(key)
            if let oldPart = old.part(spelled: key) {
                try compare(oldPart, part, at: path)
            } else {
                output.put(.add, try part.value(at: path), at: path)
            }
        }
        let keys = new.members.keys
        if output.count > start, keys.contains(where: EncodingLog.mayHoldField), keys.contains(where: EncodingLog.mayNameField) {
            try keepFieldWhole(new, since: start, at: path)
        }
    }

    /// Replaces what changed in a form field since `start` by the whole field, if a rule covers its content: the rule depends on the
    /// field's name, which must be in the patch next to its text.
    func keepFieldWhole<T: Encodable>(_ field: T, since start: Int, at path: CodingPath) throws {
        if output.count > start { try keepFieldWhole(Container(encoding: field, children: .typed, at: path), since: start, at: path) }
    }

    private func keepFieldWhole(_ field: Container, since start: Int, at path: CodingPath) throws {
        guard output.count > start, let log = path.log, log.looksForFields else { return }
        let hidden = log.hidden
        // Only the top level decides: encoding all of it at each level of a deep value would take the square of its depth.
        var top = JSONObject()
        for (key, part) in field.members {
            if EncodingLog.mayHoldField(key) { top[key] = .null }
            if EncodingLog.mayNameField(key) { top[key] = try part.fieldName(at: path.key(key)) }
        }
        log.hidden = hidden
        guard log.isSecretField(top, at: path.pointer) else { return }
        let whole = try EncodedPart.container(field).value(at: path)
        log.hidden = hidden + log.hidden[hidden.count...].filter { !hidden.contains($0) }
        output.truncate(to: start)
        output.put(.replace, whole, at: path)
    }

    private func compareElements(_ old: [EncodedPart], _ new: [EncodedPart], at path: CodingPath) throws {
        if (old + new).contains(where: { if case .typed(let box) = $0 { box.readsPath } else { false } }) {
            let old = try old.enumerated().map { try $1.value(at: path.index($0)) }
            let new = try new.enumerated().map { try $1.value(at: path.index($0)) }
            return compare(.array(old), .array(new), at: path)
        }
        if case .typed(let first) = old.first ?? new.first, try compareElements(likeThat: first, old, new, at: path) { return }
        try compareArrays(PartArrays(old: old, new: new, differ: self), at: path)
    }

    /// Compares elements as those of arrays of the first one's type; `false` if some have another.
    private func compareElements<Box: TypedBox>(
        likeThat first: Box, _ old: [EncodedPart], _ new: [EncodedPart], at path: CodingPath
    ) throws -> Bool {
        func values(_ parts: [EncodedPart]) -> [Box.Value]? {
            var values: [Box.Value] = []
            for part in parts {
                guard case .typed(let box) = part, let box = box as? Box else { return nil }
                values.append(box.value)
            }
            return values
        }
        // Written one by one, each unit of a text is recorded by itself; an array of them would be recorded as one.
        guard !path.joins(Box.Value.self), let old = values(old), let new = values(new) else { return false }
        try [Box.Value].compare(old, new, with: self, at: path)
        return true
    }

    /// Replaces the whole value when that takes less text than the operations since `start`.
    ///
    /// - Parameters:
    ///   - few: so many operations are kept in any case.
    ///   - count: how many elements the whole value has, to judge without encoding it whether that may be so.
    func replaceIfLighter(
        since start: Int, few: Int, count: Int, at path: CodingPath, encode: () throws -> JSONValue
    ) rethrows {
        let changes = output.count - start
        guard changes > few, changes > count / 4 else { return }
        output.replaceIfLighter(since: start, with: try encode(), at: path)
    }
}

extension Container {
    /// The part under exactly this key: keys that differ only in how they spell "é" are two keys in the text.
    fileprivate func part(spelled key: String) -> EncodedPart? {
        guard let index = members.index(forKey: key), members.keys[index].isIdentical(to: key) else { return nil }
        return members.values[index]
    }
}

/// A type that we encode ourselves, and whose values are compared without being encoded whole.
protocol ComparedInPlace: DirectlyEncoded {
    /// Adds the changes between two values to the differ, by parts where the type has some.
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws
}

extension ComparedInPlace {
    // The caller found `Self` to be `T`, so the casts change nothing.
    static func compare<T>(same old: T, _ new: T, with differ: Differ, at path: CodingPath) throws {
        try compare(unsafeBitCast(old, to: Self.self), unsafeBitCast(new, to: Self.self), with: differ, at: path)
    }
}
