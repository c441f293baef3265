/// Compares two values while they encode: the old one's children are kept with their types, in one piece of memory, and each child of the new
/// one is compared with its counterpart as it comes. Nothing is boxed, and no tree of parts is built.
///
/// That works for values that write the same keys in the same order into one keyed container, or one single value. Any other is *irregular*, and
/// compared by parts (``Part``). So the result does not depend on the way.
final class Lockstep {
    private enum Phase { case listing, matching }

    /// What one value writes into.
    private enum Kind { case nothing, keyed, single }

    /// One pair of values, from the outside in.
    private struct Frame {
        let serial: UInt32
        let firstChild: Int
        var phase = Phase.listing
        var oldKind = Kind.nothing
        var kind = Kind.nothing
        /// The child of the old value that comes next.
        var next: Int
        var isIrregular = false
        /// What a child threw: its parent's `encode(to:)` may swallow that.
        var failure: (any Error)?
        let path: CodingPath
    }

    /// A child of an old value.
    private struct Child {
        let key: String
        let plan: TypePlan
        let place: UnsafeMutableRawPointer
    }

    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var children: [Child] = []
    @exclusivity(unchecked) private var lastSerial: UInt32 = 0
    @exclusivity(unchecked) private var used = 0
    /// Types that turned out irregular in this comparison: else each level of a nested one would be compared twice.
    @exclusivity(unchecked) private var irregular: Set<ObjectIdentifier> = []
    /// Types that ask for other containers, and so will again.
    @exclusivity(unchecked) private var unfit: Set<ObjectIdentifier> = []
    @exclusivity(unchecked) private unowned(unsafe) var differ: Differ?
    @exclusivity(unchecked) private var containers = ContainerCache<Lockstep>()
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: Lockstep.capacity, alignment: Lockstep.alignment)

    private static let capacity = 32 << 10
    private static let alignment = 16
    /// More keys than that would take long to compare with each other.
    private static let childLimit = 48

    deinit { memory.deallocate() }

    /// Compares two values; `false`, and nothing done, if they have to be compared by parts.
    func compare<T: Encodable>(_ old: T, _ new: T, _ plan: TypePlan, with differ: Differ, at path: CodingPath) throws -> Bool {
        if !unfit.isEmpty, unfit.contains(plan.id) { return false }
        if !irregular.isEmpty, irregular.contains(plan.id) { return false }
        try path.checkDepth()
        self.differ = differ
        lastSerial &+= 1
        let (level, serial, usedBefore, count) = (frames.count, lastSerial, used, differ.output.count)
        frames.append(Frame(serial: serial, firstChild: children.count, next: children.count, path: path))
        defer { leave(level, usedBefore) }
        let encoder = LockstepEncoder(lockstep: self, place: .init(level: level, serial: serial))
        var isRegular = (try? old.encode(to: encoder)) != nil && !frames[level].isIrregular && frames[level].kind != .nothing
        if isRegular {
            frames[level].phase = .matching
            frames[level].oldKind = frames[level].kind
            frames[level].kind = .nothing
            isRegular = (try? new.encode(to: encoder)) != nil
            if let failure = frames[level].failure { throw failure }
            isRegular = isRegular && !frames[level].isIrregular && frames[level].next == children.count
            isRegular = isRegular && frames[level].kind == frames[level].oldKind
        }
        if isRegular { return true }
        differ.output.takeBack(to: count)
        if frames[level].phase == .listing { unfit.insert(plan.id) } else { irregular.insert(plan.id) }
        return false
    }

    /// Begins a comparison that has nothing to do with those before.
    func reset() { if !irregular.isEmpty { irregular = [] } }

    private func leave(_ level: Int, _ usedBefore: Int) {
        while children.count > frames[level].firstChild {
            let child = children.removeLast()
            child.plan.destroy(child.place)
        }
        used = usedBefore
        frames.removeSubrange(level...)
        if frames.isEmpty { containers.end() }
    }

    // MARK: what the encoder tells

    /// Names a frame.
    typealias Place = EncodingPlace

    /// Whether this is the innermost frame, and regular so far.
    private func isOpen(_ place: Place) -> Bool {
        if place.level == frames.count - 1, frames[place.level].serial == place.serial { return !frames[place.level].isIrregular }
        if !frames.isEmpty { frames[frames.count - 1].isIrregular = true }
        return false
    }

    func giveUp(_ place: Place) { if isOpen(place) { frames[place.level].isIrregular = true } }

    /// The path of a frame as coding keys.
    func codingPath(_ place: Place) -> [any CodingKey] { place.level < frames.count ? frames[place.level].path.keys : [] }

    /// A keyed container for a frame's value.
    func container<Key: CodingKey>(keyedBy type: Key.Type, _ place: Place) -> KeyedEncodingContainer<Key> {
        become(.keyed, place)
        return containers.container(keyedBy: type, self, place) { KeyedEncodingContainer(KeyedLockstepContainer<Key>(handle: $0)) }
    }

    private func become(_ kind: Kind, _ place: Place) {
        guard isOpen(place) else { return }
        if frames[place.level].kind == .nothing {
            frames[place.level].kind = kind
        } else if frames[place.level].kind != kind {
            frames[place.level].isIrregular = true
        }
    }

    func single<T: Encodable>(_ value: T, _ place: Place) throws {
        guard isOpen(place) else { return }
        if frames[place.level].kind != .nothing { return giveUp(place) }
        become(.single, place)
        try child(value, "", place) { .inside }
    }

    /// Keeps a child of the old value, or compares one of the new value with its counterpart.
    func child<T: Encodable>(_ value: T, _ key: String, _ place: Place, step: () -> CodingPath.Step) throws {
        guard isOpen(place), let differ else { return }
        switch frames[place.level].phase {
        case .listing: keep(value, key, differ.plan(of: T.self), place)
        case .matching:
            let next = frames[place.level].next
            guard next < children.count, children[next].plan.id == ObjectIdentifier(T.self), children[next].key.isIdentical(to: key) else {
                return giveUp(place)
            }
            frames[place.level].next += 1
            let old = children[next].place.assumingMemoryBound(to: T.self)
            let path = frames[place.level].path
            do {
                try differ.compare(old.pointee, value, children[next].plan) { path.appending(step()) }
            } catch {
                frames[place.level].isIrregular = true
                frames[place.level].failure = error
                throw error
            }
        }
    }

    private func keep<T>(_ value: T, _ key: String, _ plan: TypePlan, _ place: Place) {
        let alignment = MemoryLayout<T>.alignment
        let start = (used + alignment - 1) & ~(alignment - 1)
        let first = frames[place.level].firstChild
        // Two keys that are one in another spelling are `==`.
        guard alignment <= Self.alignment, start + MemoryLayout<T>.size <= Self.capacity, children.count - first < Self.childLimit,
            !children[first...].contains(where: { $0.key == key })
        else { return giveUp(place) }
        let address = memory + start
        address.initializeMemory(as: T.self, to: value)
        used = start + MemoryLayout<T>.size
        children.append(Child(key: key, plan: plan, place: address))
    }
}
