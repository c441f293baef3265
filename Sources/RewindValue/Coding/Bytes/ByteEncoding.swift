/// One pass of encoding: values write themselves as JSON straight into a buffer, without a tree in between.
///
/// That works as long as they write from front to back, as nearly all do. What does not (a key written twice, a container that is filled after
/// its neighbour, two kinds of container in one value, a failure to report) makes the pass *irregular*: its bytes are given up, and the
/// value is encoded by parts (``Container``), which can do all that at several times the cost. So the result never depends on the way.
final class ByteEncoding {
    // Checking at run time that accesses do not overlap takes a third of the whole time. None here spans a call that leaves this file, but
    // for `write`, whose callers append to the buffer they get and touch nothing else.
    @exclusivity(unchecked) private(set) var bytes = ByteBuffer()
    @exclusivity(unchecked) private(set) var isIrregular = false
    /// What is being written, from the outside in.
    @exclusivity(unchecked) private var frames: [Frame] = []
    /// The fingerprints of the keys written in each open object, one object after the other.
    @exclusivity(unchecked) private var keys: [UInt64] = []
    @exclusivity(unchecked) private var lastSerial: UInt32 = 0
    @exclusivity(unchecked) private var base = CodingPath()
    @exclusivity(unchecked) private var plans = PlanCache()
    @exclusivity(unchecked) private var containers = ContainerCache<ByteEncoding>()

    /// A value, or a nested container, that is not complete yet.
    private struct Frame {
        let step: CodingPath.Step
        let place: Place
        let firstKey: Int
        var kind = Container.Kind.nothing
        var count = 0
    }

    /// Names a frame.
    typealias Place = EncodingPlace

    /// Ends an irregular pass; never leaves it.
    struct Irregular: Error {}

    /// Writes a value; the bytes are complete if it returns and ``isIrregular`` is `false`.
    func run(_ value: some Encodable, at path: CodingPath) throws {
        bytes.truncate(to: 0)
        frames.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        isIrregular = false
        base = path
        defer { containers.end() }
        try encode(value, at: .inside)
        if bytes.count == 0 { isIrregular = true }
    }

    /// Gives a buffer back that the last value made large.
    func forgetLargeBuffer() { if bytes.capacity > Self.keptCapacity { bytes = ByteBuffer() } }

    /// A buffer that grew larger is not kept.
    static let keptCapacity = 1 << 16

    // MARK: Values

    func encode<T: Encodable>(_ value: T, at step: @autoclosure () -> CodingPath.Step) throws {
        try encode(value, plans.plan(of: T.self), at: step)
    }

    func encode<T: Encodable>(_ value: T, _ plan: TypePlan, at step: () -> CodingPath.Step) throws {
        if let type = plan.direct { return try type.write(value, to: self, at: step) }
        let place = try enter(step(), as: .nothing)
        try value.encode(to: ByteEncoder(encoding: self, place: place))
        leave(place)
    }

    func plan<T>(of type: T.Type) -> TypePlan { plans.plan(of: type) }

    /// Lets the caller append to the buffer, who knows what belongs there.
    @inline(__always)
    func write(_ body: (inout ByteBuffer) throws -> Void) rethrows { try body(&bytes) }

    // MARK: Frames

    /// Opens a value or a nested container as the innermost.
    func enter(_ step: CodingPath.Step, as kind: Container.Kind) throws -> Place {
        if frames.count > base.stepsLeft {
            isIrregular = true
            throw Irregular()
        }
        return push(step, as: kind)
    }

    /// Opens a nested container where nothing can be thrown; the first value in it will see how deep it is.
    func push(_ step: CodingPath.Step, as kind: Container.Kind) -> Place {
        lastSerial &+= 1
        let place = Place(level: frames.count, serial: lastSerial)
        frames.append(Frame(step: step, place: place, firstKey: keys.count))
        open(place.level, as: kind)
        return place
    }

    /// A keyed container at a place.
    func container<Key: CodingKey>(keyedBy type: Key.Type, at place: Place) -> KeyedEncodingContainer<Key> {
        containers.container(keyedBy: type, self, place) { KeyedEncodingContainer(KeyedByteContainer<Key>(handle: $0)) }
    }

    /// Completes a value that was entered, with all that is open in it.
    func leave(_ place: Place) { if reopen(place) { closeLast() } }

    /// Settles the kind of a value that asks for a container; asking again for the same continues it.
    func become(_ kind: Container.Kind, at place: Place) {
        guard reopen(place) else { return }
        if frames[place.level].kind == .nothing {
            open(place.level, as: kind)
        } else if frames[place.level].kind != kind {
            isIrregular = true
        }
    }

    /// Makes a frame the innermost again, completing what was opened in it; `false` if it is complete itself.
    private func reopen(_ place: Place) -> Bool {
        guard !isIrregular, place.level < frames.count, frames[place.level].place.serial == place.serial else {
            isIrregular = true
            return false
        }
        while frames.count > place.level + 1 { closeLast() }
        return true
    }

    private func open(_ level: Int, as kind: Container.Kind) {
        frames[level].kind = kind
        switch kind {
        case .object: bytes.append(UInt8(ascii: "{"))
        case .array: bytes.append(UInt8(ascii: "["))
        case .nothing, .single: break
        }
    }

    private func closeLast() {
        guard let frame = frames.popLast() else { return }
        switch frame.kind {
        case .object: bytes.append(UInt8(ascii: "}"))
        case .array: bytes.append(UInt8(ascii: "]"))
        case .nothing: if frames.isEmpty { isIrregular = true } else { bytes.append("{}") }
        case .single: break
        }
        keys.removeSubrange(frame.firstKey...)
    }

    // MARK: Members, elements, single values

    /// Writes the key of the next member; `false` if its value would go nowhere.
    func key(_ key: String, at place: Place) -> Bool {
        guard reopen(place) else { return false }
        if frames[place.level].count > 0 { bytes.append(UInt8(ascii: ",")) }
        frames[place.level].count += 1
        let start = bytes.count
        key.writeJSON(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        let written = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes.bytes)[start...])
        // Beyond ASCII, two keys may be one in two spellings; and many keys would take long to compare.
        guard written.isASCII, keys.count - frames[place.level].firstKey < 4_096,
            isNew(written.fingerprint, since: frames[place.level].firstKey)
        else {
            isIrregular = true
            return false
        }
        return true
    }

    /// Notes a key's fingerprint, if it is the first of its object.
    private func isNew(_ fingerprint: UInt64, since first: Int) -> Bool {
        var index = first
        while index < keys.count {
            if keys[index] == fingerprint { return false }
            index += 1
        }
        keys.append(fingerprint)
        return true
    }

    /// How many elements a container has.
    func count(at place: Place) -> Int {
        place.level < frames.count && frames[place.level].place.serial == place.serial ? frames[place.level].count : 0
    }

    /// Begins the next element; `false` if it would go nowhere.
    func element(at place: Place) -> Bool {
        guard reopen(place) else { return false }
        if frames[place.level].count > 0 { bytes.append(UInt8(ascii: ",")) }
        frames[place.level].count += 1
        return true
    }

    /// Begins the only value of a single-value container; `false` if there is something already.
    func single(at place: Place) -> Bool {
        guard reopen(place) else { return false }
        guard frames[place.level].kind == .nothing else {
            isIrregular = true
            return false
        }
        frames[place.level].kind = .single
        return true
    }

    /// Writes a member of an object.
    func member<T: Encodable>(_ value: T, _ key: some CodingKey, at place: Place) throws {
        try child(at: place) {
            self.key(key.stringValue, at: place)
        } write: {
            try encode(value, at: .key(key))
        }
    }

    /// Writes a child by two closures, and takes all of it back if the second throws: the value that holds it may go on without.
    func child(at place: Place, begin: () -> Bool, write: () throws -> Void) throws {
        guard reopen(place) else { throw Irregular() }
        let frame = frames[place.level]
        let length = bytes.count
        let keyCount = keys.count
        guard begin() else { throw Irregular() }
        do {
            try write()
        } catch {
            guard place.level < frames.count, frames[place.level].place.serial == place.serial, keys.count >= keyCount else {
                isIrregular = true
                throw error
            }
            frames.removeSubrange((place.level + 1)...)
            frames[place.level] = frame
            keys.removeSubrange(keyCount...)
            bytes.truncate(to: length)
            throw error
        }
    }

    // MARK: Paths

    /// The path of a frame as coding keys.
    func codingPath(of place: Place) -> [any CodingKey] {
        frames.prefix(place.level + 1).dropFirst().reduce(base) { $0.appending($1.step) }.keys
    }

    /// The path of a value that is about to be written.
    func path(to step: CodingPath.Step) -> CodingPath {
        frames.isEmpty ? base : frames.dropFirst().reduce(base) { $0.appending($1.step) }.appending(step)
    }

    // MARK: Pieces that are moved

    /// Sorts pieces of the buffer by their bytes and puts them back with commas between them.
    func sortPieces(_ pieces: [Range<Int>]) {
        guard let start = pieces.first?.lowerBound else { return }
        let written = bytes.bytes
        let sorted = pieces.map { Array(written[$0]) }.sorted { $0.lexicographicallyPrecedes($1) }
        bytes.truncate(to: start)
        for (index, piece) in sorted.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }
    }

    /// Gives the pass up.
    func giveUp() { isIrregular = true }
}
