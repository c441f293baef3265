import RewindValue

/// Compares two values while they encode.
///
/// The old one's children are kept with their types, in one piece of memory, and each child of the new one is compared with its counterpart
/// as it comes. Nothing is boxed, and no tree of parts is built.
///
/// This works for values that write the same keys in the same order into one keyed container, or one single value. Any other is
/// *irregular*, and compared by parts (``EncodedPart``). So the result does not depend on which of the two compares.
final class ComparingEncoding {
    private enum Phase { case listing, matching }

    /// What one value writes into.
    private enum Kind { case nothing, keyed, single }

    /// The innermost pair of values; the pairs around it are on the comparing thread's stack.
    private struct Frame {
        var place = EncodingPlace(level: -1, serial: 0)
        var firstChild = 0
        var endChild = 0
        /// The next child of the old value.
        var next = 0
        var phase = Phase.listing
        var kind = Kind.nothing
        var isIrregular = false
        /// Whether a member changed that may be the value of a form's field.
        var hasNewFieldValue = false
        /// What a child threw: its parent's `encode(to:)` may swallow that.
        var failure: (any Error)?
        var path: CodingPath?
    }

    /// A child of an old value.
    private struct Child {
        let key: String
        let plan: Unmanaged<TypePlan>  // plans are never freed
        let place: UnsafeMutableRawPointer
    }

    private var frame = Frame()
    private var children = MoveStack<Child>()
    private var lastSerial: UInt32 = 0
    private var used = 0
    /// Types that turned out irregular in this comparison: else each level of a nested one would be compared twice.
    private var irregularInThisComparison: Set<ObjectIdentifier> = []
    /// Types that use other containers, and so will again.
    private var alwaysIrregular: Set<ObjectIdentifier> = []
    private var differ: Unmanaged<Differ>?
    private var containers = ContainerCache<ComparingEncoding>()
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: ComparingEncoding.capacity, alignment: ComparingEncoding.alignment)

    private static let capacity = 32 << 10  // for all open levels; a value that no longer fits is compared by parts
    private static let alignment = 16
    /// More keys than that would take long to compare with each other.
    private static let childLimit = 48

    deinit { memory.deallocate() }

    /// Compares two values; `false`, and nothing done, if they have to be compared by parts.
    func compare<T: Encodable>(_ old: T, _ new: T, _ plan: TypePlan, with differ: Differ, at path: CodingPath) throws -> Bool {
        if !alwaysIrregular.isEmpty, alwaysIrregular.contains(plan.id) { return false }
        if !irregularInThisComparison.isEmpty, irregularInThisComparison.contains(plan.id) { return false }
        try path.checkDepth()
        self.differ = .passUnretained(differ)  // it owns this encoding
        lastSerial &+= 1
        let (outer, usedBefore, count) = (frame, used, differ.output.count)
        let place = EncodingPlace(level: outer.place.level + 1, serial: lastSerial)
        frame = Frame(place: place, firstChild: children.count, path: path)
        defer { leave(outer, usedBefore) }
        let encoder = ComparingEncoder(encoding: self, place: place)
        // An error is dropped here: comparing by parts meets it again. A value that writes nothing needs the parts, too, which know whether
        // it is the outermost.
        var isRegular = (try? plan.watchingPathReads { try old.encode(to: encoder) }) != nil && !frame.isIrregular && frame.kind != .nothing
        if isRegular {
            let kind = frame.kind
            (frame.phase, frame.kind, frame.next, frame.endChild) = (.matching, .nothing, frame.firstChild, children.count)
            isRegular = (try? plan.watchingPathReads { try new.encode(to: encoder) }) != nil
            if let failure = frame.failure { throw failure }
            isRegular = isRegular && !frame.isIrregular && frame.next == frame.endChild && frame.kind == kind
        }
        if isRegular {
            if frame.hasNewFieldValue, namesField { try differ.keepFieldWhole(new, since: count, at: path) }
            return true
        }
        differ.output.truncate(to: count)
        // A container that the old value asked for, each value of the type may ask for; keys that differ say something of these two only.
        if frame.phase == .listing { alwaysIrregular.insert(plan.id) } else { irregularInThisComparison.insert(plan.id) }
        return false
    }

    /// Whether a member of the innermost pair may name the field that another member is the text of.
    private var namesField: Bool {
        (frame.firstChild..<frame.endChild).contains { index in
            let child = children[index]
            // No number or date is a name; a text may be in a wrapper.
            let mayBeName = child.plan._withUnsafeGuaranteedRef { $0.isEnum || $0.id == ObjectIdentifier(String.self) || !$0.isLeaf }
            return mayBeName && EncodingLog.mayNameField(child.key)
        }
    }

    /// Begins a comparison that has nothing to do with those before.
    func reset() { if !irregularInThisComparison.isEmpty { irregularInThisComparison = [] } }

    private func leave(_ outer: Frame, _ usedBefore: Int) {
        while children.count > frame.firstChild {
            let child = children.pop()
            child.plan._withUnsafeGuaranteedRef { $0.destroy(child.place) }
        }
        used = usedBefore
        frame = outer
        // A container that an `encode(to:)` kept must not write into the next comparison.
        if outer.place.level < 0 { containers.end() }
    }

    // MARK: what the encoder tells

    /// Names a frame.
    typealias Place = EncodingPlace

    /// Whether this is the innermost frame, and regular so far.
    private func isOpen(_ place: Place) -> Bool {
        if frame.place.serial == place.serial { return !frame.isIrregular }
        // An `encode(to:)` writes into a container of a value around it, or of one that is complete: the order is not that of the keys.
        frame.isIrregular = true
        return false
    }

    func giveUp(_ place: Place) { if isOpen(place) { frame.isIrregular = true } }

    /// The path of the value that is being encoded as coding keys.
    func codingPath(_ place: Place) -> [any CodingKey] {
        PathReads.note()
        return frame.path?.keys ?? []
    }

    /// A keyed container for a frame's value.
    func container<Key: CodingKey>(keyedBy type: Key.Type, _ place: Place) -> KeyedEncodingContainer<Key> {
        become(.keyed, place)
        // Keys that are data are written where values are compared by parts.
        if frame.path?.isOpen == false, differ?._withUnsafeGuaranteedRef({ $0.plan(of: Key.self).hasSourceKeys }) != true { giveUp(place) }
        return containers.container(keyedBy: type, self, place) { KeyedEncodingContainer(KeyedComparingContainer<Key>(handle: $0)) }
    }

    private func become(_ kind: Kind, _ place: Place) {
        guard isOpen(place) else { return }
        if frame.kind == .nothing {
            frame.kind = kind
        } else if frame.kind != kind {
            frame.isIrregular = true
        }
    }

    func single<T: Encodable>(_ value: T, _ place: Place) throws {
        guard isOpen(place) else { return }
        if frame.kind != .nothing { return giveUp(place) }
        become(.single, place)
        try child(value, "", place) { .inside }
    }

    /// Keeps or compares a member of an object.
    @inline(__always)
    func member<T: Encodable, Key: CodingKey>(_ value: T, _ key: Key, _ place: Place) throws {
        let name = key.stringValue
        if frame.path?.isOpen == false, differ?._withUnsafeGuaranteedRef({ $0.plan(of: Key.self).standsInSource(key, name) }) != true {
            giveUp(place)
        }
        try child(value, name, place) { .key(key) }
    }

    /// Keeps a child of the old value, or compares one of the new value with its counterpart.
    @inline(__always)
    func child<T: Encodable>(_ value: T, _ key: String, _ place: Place, step: () -> CodingPath.Step) throws {
        guard isOpen(place), let differ else { return }
        try differ._withUnsafeGuaranteedRef { try child(value, key, with: $0, step: step) }
    }

    private func child<T: Encodable>(_ value: T, _ key: String, with differ: Differ, step: () -> CodingPath.Step) throws {
        if frame.phase == .listing { return keep(value, key, differ.plan(of: T.self)) }
        let next = frame.next
        guard next < frame.endChild else {
            frame.isIrregular = true
            return
        }
        let (old, plan) = (children[next].place.assumingMemoryBound(to: T.self), children[next].plan)
        guard plan._withUnsafeGuaranteedRef({ $0.id }) == ObjectIdentifier(T.self), children[next].key.isIdentical(to: key) else {
            frame.isIrregular = true
            return
        }
        frame.next += 1
        // The differ may call `compare` again, with this child's pair: its frame is the innermost until that returns.
        try plan._withUnsafeGuaranteedRef { plan in
            if differ.isSame(old, value, plan) { return }
            do {
                try differ.compareChanged(old.pointee, value, plan, at: frame.path?.appending(step()) ?? CodingPath())
                if EncodingLog.mayHoldField(key) { frame.hasNewFieldValue = true }
            } catch {
                frame.isIrregular = true
                frame.failure = error
                throw error
            }
        }
    }

    private func keep<T>(_ value: T, _ key: String, _ plan: TypePlan) {
        let alignment = MemoryLayout<T>.alignment
        let start = (used + alignment - 1) & ~(alignment - 1)
        // Two keys that are one in another spelling are `==`.
        guard alignment <= Self.alignment, start + MemoryLayout<T>.size <= Self.capacity, isNew(key) else {
            frame.isIrregular = true
            return
        }
        let address = memory + start
        address.initializeMemory(as: T.self, to: value)
        used = start + MemoryLayout<T>.size
        children.push(Child(key: key, plan: .passUnretained(plan), place: address))
    }

    private func isNew(_ key: String) -> Bool {
        if children.count - frame.firstChild >= Self.childLimit { return false }
        var index = frame.firstChild
        while index < children.count {
            if children[index].key == key { return false }
            index += 1
        }
        return true
    }
}
