import RewindRedaction
import RewindValue

/// One pass of encoding: values write themselves as JSON straight into a buffer, without a tree in between.
///
/// That works as long as they write from front to back, as nearly all do. What does not (a key written twice, a container that is filled
/// after its neighbour, two kinds of container in one value, a failure to report) makes the pass *irregular*: its bytes are given up, and
/// the value is encoded by parts (``Container``), which can do all that at several times the cost. So the result never depends on the way.
final class ByteEncoding {
    // Checking at run time that accesses do not overlap takes a third of the whole time. No access here spans a call that leaves this file,
    // except for the watch, which calls only the rules.
    @exclusivity(unchecked) private(set) var bytes = ByteBuffer()
    @exclusivity(unchecked) private(set) var isIrregular = false
    /// What may have to be removed from the bytes, as far as it shows while they are written.
    @exclusivity(unchecked) private var watch: RuleWatch
    @exclusivity(unchecked) private(set) var leading = LeadingObjects()
    @exclusivity(unchecked) private var containers = ContainerCache<ByteEncoding>()
    /// What is being written, from the outside in.
    @exclusivity(unchecked) private var frames = MoveStack<Frame>()
    /// The fingerprints of the keys written in each open object, one object after the other.
    @exclusivity(unchecked) private var keys = MoveStack<UInt64>()
    @exclusivity(unchecked) private var lastSerial: UInt32 = 0
    @exclusivity(unchecked) private var base = CodingPath()
    /// How the texts and numbers being written are masked; `nil` if they are recorded as they are.
    @exclusivity(unchecked) private(set) var masking: Masking?
    @exclusivity(unchecked) private var plans = TypeSlots<TypePlan>()

    /// A value, or a nested container, that is not complete yet.
    private struct Frame {
        let step: CodingPath.Step
        let place: Place
        let firstKey: Int
        var kind = ContainerKind.nothing
        var count = 0
        var leading: Int?
    }

    /// Whether a rule may remove something from what was written.
    var isSuspect: Bool { watch.isSuspect }

    /// Whether everything is recorded as it is, wherever it comes from.
    @inline(__always) var isOpen: Bool { masking == nil }

    /// Whether texts and numbers of a type are recorded as any other here.
    @inline(__always)
    func recordsAsLeaf<T>(_ type: T.Type) -> Bool { masking.map { $0.inside(plans.plan(of: type)) == nil } ?? true }

    /// Whether the elements of an array here are bytes that are recorded together.
    @inline(__always)
    func joins<T>(_ type: T.Type) -> Bool { !isOpen && Masking.areBytes(type) }

    /// - Parameter form: that of the recording by whose rules the encoding watches what it writes; `nil` if it need not watch.
    init(in form: RecordedForm? = nil) { watch = RuleWatch(form?.redactor.redaction) }

    /// Names a frame.
    typealias Place = EncodingPlace

    /// Ends an irregular pass; never leaves it.
    struct Irregular: Error {}

    /// Writes a value; the bytes are complete if it returns and ``isIrregular`` is `false`.
    func run(_ value: some Encodable, at path: CodingPath) throws {
        bytes.truncate(to: 0)
        frames.drop(from: 0)
        keys.drop(from: 0)
        isIrregular = false
        watch.begin()
        leading.begin()
        base = path
        masking = path.masking
        defer { containers.end() }
        if path.leadsToPlaces { throw Irregular() }
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
        try plan.watchingPathReads {
            try with(masking?.inside(plan)) {
                if let type = plan.direct { return try type.write(value, to: self, at: step) }
                try encode(value, opened: step())
            }
        }
    }

    /// Writes the value of a dictionary's entry.
    func encode<T: Encodable>(_ value: T, _ plan: TypePlan, below place: CodingPath) throws {
        try with(place.masking) { try encode(value, plan, at: { place.lastStep }) }
    }

    /// Does something while other things are masked than around it; `nil` if they are the same.
    @inline(__always)
    private func with(_ inner: Masking?, _ body: () throws -> Void) rethrows {
        guard let inner else { return try body() }
        let outer = masking
        masking = inner
        defer { masking = outer }
        try body()
    }

    @inline(__always)
    private func encode(_ value: some Encodable, opened step: CodingPath.Step) throws {
        let place = try enter(step, as: .nothing)
        try value.encode(to: ByteEncoder(encoding: self, place: place))
        leave(place)
    }

    func plan<T>(of type: T.Type) -> TypePlan { plans.plan(of: type) }

    /// Writes a value without parts; where texts and numbers are masked, as any other.
    func write(leaf value: JSONValue) {
        switch value {
        case .string(let text): write(text: text)
        case .number(let number): write(number: number)
        case .null, .bool: value.write(to: &bytes)
        case .array, .object: write(recorded: value)
        }
    }

    private func write(number: JSONNumber) {
        let written = masking?.written(number) ?? number
        watch.examine(written)
        written.write(to: &bytes)
    }

    func write(element: [UInt8]) {
        if let value = try? JSONValue(parsing: element) { watch.examine(value, depth: frames.count) } else { giveUp() }
        element.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    private func write(text: String) {
        guard let masking else { return write(recorded: text) }
        let start = bytes.count
        text.writeJSON(into: &bytes)
        mask(text, from: start, masking)
    }

    /// Masks a text that was just written: where it lies, if nothing in it is escaped.
    private func mask(_ text: String, from start: Int, _ masking: Masking) {
        let content = (start + 1)..<(bytes.count - 1)
        if content.count == text.utf8.count, bytes.change(content, { masking.maskInPlace($0) }) { return }
        bytes.truncate(to: start)
        write(recorded: masking.written(text))
    }

    /// Writes a value from which everything that is masked has been removed.
    func write(recorded value: JSONValue) {
        if case .string(let text) = value { return write(recorded: text) }
        watch.examine(value, depth: frames.count)
        writeNoting(value)
    }

    /// Writes a value, and notes the objects that it begins with.
    private func writeNoting(_ value: JSONValue) {
        guard leading.goOn(at: bytes.count), case .object(let object) = value else { return value.write(to: &bytes) }
        leading.noteObject(at: bytes.count)
        bytes.append(UInt8(ascii: "{"))
        for (index, (key, value)) in object.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let start = bytes.count
            key.writeJSON(into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if index == 0, let place = leading.noteFirstKey(start..<bytes.count), object.count > 1 { leading.noteSecondKey(of: place) }
            writeNoting(value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func write(recorded text: String) {
        var text = text  // fetches the bytes of a string that Foundation lent to us
        text.withUTF8 { text in
            bytes.append(UInt8(ascii: "\""))
            String.escape(text, into: &bytes)
            bytes.append(UInt8(ascii: "\""))
            watch.examine(text)
        }
    }

    // MARK: Frames

    /// Opens a value or a nested container as the innermost.
    @inline(__always)
    func enter(_ step: CodingPath.Step, as kind: ContainerKind) throws -> Place {
        if frames.count > base.stepsLeft {
            isIrregular = true
            throw Irregular()
        }
        return push(step, as: kind)
    }

    /// Opens a nested container where no error can be thrown; the first value in it checks the depth.
    @inline(__always)
    func push(_ step: CodingPath.Step, as kind: ContainerKind) -> Place {
        lastSerial &+= 1
        let place = Place(level: frames.count, serial: lastSerial)
        frames.push(Frame(step: step, place: place, firstKey: keys.count))
        open(place.level, as: kind)
        return place
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type, at place: Place) -> KeyedEncodingContainer<Key> {
        // Keys that are data are masked where the value is encoded by parts.
        if masking != nil, !plans.plan(of: Key.self).hasSourceKeys { giveUp() }
        return containers.container(keyedBy: type, self, place) { KeyedEncodingContainer(KeyedByteContainer<Key>(handle: $0)) }
    }

    /// Completes a value that was entered, with all that is open in it.
    func leave(_ place: Place) { if reopen(place) { closeLast() } }

    /// Sets the kind of a value that requests a container; requesting the same kind again continues it.
    func become(_ kind: ContainerKind, at place: Place) {
        guard reopen(place) else { return }
        if frames[place.level].kind == .nothing {
            open(place.level, as: kind)
        } else if frames[place.level].kind != kind {
            isIrregular = true
        }
    }

    /// Makes a frame the innermost again, completing the frames opened inside it; `false` if it is complete itself.
    private func reopen(_ place: Place) -> Bool {
        guard !isIrregular, place.level < frames.count, frames[place.level].place.serial == place.serial else {
            isIrregular = true
            return false
        }
        while frames.count > place.level + 1 { closeLast() }
        return true
    }

    private func open(_ level: Int, as kind: ContainerKind) {
        frames[level].kind = kind
        switch kind {
        case .object:
            leading.noteObject(at: bytes.count)
            bytes.append(UInt8(ascii: "{"))
        case .array: bytes.append(UInt8(ascii: "["))
        case .nothing, .single: break
        }
    }

    private func closeLast() {
        let frame = frames.pop()
        switch frame.kind {
        case .object: bytes.append(UInt8(ascii: "}"))
        case .array: bytes.append(UInt8(ascii: "]"))
        case .nothing: if frames.count == 0 { isIrregular = true } else { bytes.append("{}") }
        case .single: break
        }
        keys.drop(from: frame.firstKey)
    }

    // MARK: Members, elements, single values

    /// Writes the key of the next member; `false` if its value would go nowhere.
    func key<Key: CodingKey>(_ key: Key, at place: Place) -> Bool {
        let text = key.stringValue
        // A key that is masked, or affects what is masked below it, needs a path; the container gave up if all of its keys may be such.
        if masking != nil, Key.self == PathKey.self, text != PathKey.super.stringValue { giveUp() }
        guard reopen(place) else { return false }
        let (isASCII, fingerprint) = write(key: text, at: place)
        // Beyond ASCII, two keys may be one in two spellings.
        if isASCII { return isNew(fingerprint, at: place) }
        isIrregular = true
        return false
    }

    /// Writes the key of a dictionary's next entry.
    func entry(_ key: String, at place: Place) { if reopen(place) { _ = write(key: key, at: place) } }

    @inline(__always)
    private func write(key: String, at place: Place) -> (isASCII: Bool, fingerprint: UInt64) {
        let isFirst = frames[place.level].count == 0
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        frames[place.level].count += 1
        let start = bytes.count
        key.writeJSON(into: &bytes)
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.bytes[(start + 1)..<(bytes.count - 1)]))
        let (isASCII, fingerprint) = (content.isASCII, content.fingerprint)
        bytes.append(UInt8(ascii: ":"))
        watch.examine(key: key, fingerprint: fingerprint)
        if isFirst {
            frames[place.level].leading = leading.noteFirstKey(start..<bytes.count)
        } else if let object = frames[place.level].leading {
            leading.noteSecondKey(of: object)
        }
        return (isASCII, fingerprint)
    }

    /// Notes a key's fingerprint; if it is not the first of its object, the pass is irregular.
    @inline(__always)
    private func isNew(_ fingerprint: UInt64, at place: Place) -> Bool {
        var index = frames[place.level].firstKey
        var isNew = keys.count - index < 4_096  // more would take long to compare
        while index < keys.count {
            if keys[index] == fingerprint { isNew = false }
            index += 1
        }
        keys.push(fingerprint)
        if !isNew { isIrregular = true }
        return isNew
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

    /// Writes a comma where elements are written without a container.
    func separate(from index: Int) { if index > 0 { bytes.append(UInt8(ascii: ",")) } }

    /// Writes a member of an object.
    func member<T: Encodable>(_ value: T, _ key: some CodingKey, at place: Place) throws {
        try child(at: place) {
            self.key(key, at: place)
        } write: {
            try encode(value, at: .key(key))
        }
    }

    /// Writes a child by two closures, and takes all of it back if the second throws: the value that holds it may go on without.
    func child(at place: Place, begin: () -> Bool, write: () throws -> Void) throws {
        guard reopen(place) else { throw Irregular() }
        let (kind, count, leading) = (frames[place.level].kind, frames[place.level].count, frames[place.level].leading)
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
            frames.drop(from: place.level + 1)
            (frames[place.level].kind, frames[place.level].count, frames[place.level].leading) = (kind, count, leading)
            keys.drop(from: keyCount)
            bytes.truncate(to: length)
            watch.isSuspect = true  // what it noted is no longer there
            throw error
        }
    }

    // MARK: Paths

    /// The path of a frame as coding keys.
    func codingPath(of place: Place) -> [any CodingKey] {
        PathReads.note()
        return frames.elements.prefix(place.level + 1).dropFirst().reduce(base) { $0.appending($1.step) }.keys
    }

    /// The path of a value that is about to be written.
    func path(to step: CodingPath.Step) -> CodingPath {
        let path = frames.count == 0 ? base : innermostPath.appending(step)
        return masking.map { path.with($0) } ?? path
    }

    /// The path of the innermost value that is being written.
    var innermostPath: CodingPath {
        let path = frames.elements.dropFirst().reduce(base) { $0.appending($1.step) }
        return masking.map { path.with($0) } ?? path
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

    func giveUp() { isIrregular = true }
}
