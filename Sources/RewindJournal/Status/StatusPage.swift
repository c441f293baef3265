package import RewindFormat
import RewindSystem

/// The page of a live recording that says, after any death of the process, which action was under way.
///
/// One file of 4,096 bytes, mapped by the recorder. Every field is little-endian and updated by one aligned store, so a reader never sees
/// half of one:
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 8 | `RWSTATUS` |
/// | 8 | 4 | version, 1 |
/// | 12 | 4 | process id |
/// | 16 | 8 | wall clock at the start, nanoseconds since 1970 |
/// | 24 | 40 | boot id, zero-filled |
/// | 64 | 8 | last step whose state reached the state stream |
/// | 72 | 8 | 1 once the recording was finished; 2 once the process exits of its own will, which goes on to be recorded until it is gone |
/// | 80 | 4 | 1 while the recorder's thread encodes states, which may run the app's `encode(to:)` |
/// | 84 | 4 | how many stores have a state in the state stream, and are named in the manifest |
/// | 88 | 8 | bytes of memory that the process held when the recorder last looked; 0 if it never did |
/// | 96 | 8 | one more than the processes that the system had ended by then for want of memory; 0 where it does not count them |
/// | 104 | 8 | lines of states that were made so far, by which a waiting process sees the writer's progress |
/// | 112 | 8 | the system's monotonic clock at the start, nanoseconds; 0 if that is not known |
/// | 120 | 8 | nanoseconds after the start at which the process said that it exits, plus one; 0 until then |
/// | 128 + 64·i | 8 | store i: step × 256 + phase (``Ending/Phase``) |
/// | 136 + 64·i | 56 | store i: name, zero-filled |
package struct StatusPage: Sendable {
    private let mapping: FileMapping
    private let processID: Int32
    private let started, epoch: Int

    package static let byteCount = 4096
    package static let fileName = "status"
    package static let storeLimit = (byteCount - 128) / 64
    private static let magic = "RWSTATUS"

    /// Makes the page of a new recording.
    ///
    /// - Parameters:
    ///   - started: nanoseconds since 1970.
    ///   - epoch: the system's monotonic clock at the start, in nanoseconds; 0 if that is not known.
    package init(creating path: String, processID: Int32, started: Int, epoch: Int = 0) throws(RecordingError) {
        let file = try File(opening: path, .createNew)
        try file.reserve(from: 0, count: Self.byteCount)
        mapping = try FileMapping(file, offset: 0, count: Self.byteCount)
        (self.processID, self.started, self.epoch) = (processID, started, epoch)
        begin()
    }

    private func begin() {
        mapping.bytes.copyBytes(from: Self.magic.utf8)
        store(UInt32(1), at: 8)
        store(UInt32(bitPattern: processID), at: 12)
        store(Int64(started), at: 16)
        copy(SystemFacts.bootID, at: 24, count: 40)
        store(Int64(epoch), at: 112)
    }

    /// Makes the file anew if it was removed or cut; returns whether it was.
    ///
    /// The phase of each store has to be written again.
    package func restore(at path: String) throws(RecordingError) -> Bool {
        guard try mapping.restoreFile(at: path) else { return false }
        begin()
        return true
    }

    /// The longest name of a store, in bytes.
    package static let nameLimit = 55

    /// Names store `index`, before its first step; stores beyond ``storeLimit`` are not on the page.
    package func name(store index: Int, _ name: String) {
        if index < Self.storeLimit { copy(name, at: 136 + 64 * index, count: Self.nameLimit) }
    }

    /// The word of the page that has the step and the phase of store `index`; `nil` beyond ``storeLimit``.
    package func cell(store index: Int) -> Cell? {
        guard index < Self.storeLimit, let base = mapping.bytes.baseAddress else { return nil }
        return Cell(mapping: mapping, word: (base + 128 + 64 * index).assumingMemoryBound(to: UInt64.self))
    }

    /// Where one store is.
    ///
    /// `@unchecked Sendable`: set under the store's serial order, by one aligned store to memory that the mapping keeps.
    package struct Cell: @unchecked Sendable {
        private let mapping: FileMapping
        private let word: UnsafeMutablePointer<UInt64>

        fileprivate init(mapping: FileMapping, word: UnsafeMutablePointer<UInt64>) {
            self.mapping = mapping
            self.word = word
        }

        /// Writes the step and the phase of the store; one store to memory.
        package func set(step: Int, phase: Ending.Phase) { word.pointee = (UInt64(step) << 8 | UInt64(phase.rawValue)).littleEndian }
    }

    /// Writes the last step whose states are in the stream, and how many stores have any there.
    package func set(lastState step: Int, stores: Int) {
        store(UInt32(clamping: stores), at: 84)
        store(UInt64(step), at: 64)
    }

    /// Writes whether the recorder's thread is encoding states.
    package func set(isWriting: Bool) { store(UInt32(isWriting ? 1 : 0), at: 80) }

    /// Writes how much memory the process holds, and how many processes the system has killed so far because memory ran out.
    package func set(resident: Int, kills: Int?) {
        store(UInt64(kills.map { $0 + 1 } ?? 0), at: 96)
        store(UInt64(resident), at: 88)
    }

    /// The page itself, for the crash handler; valid as long as this value lives.
    package var address: UnsafeRawPointer { UnsafeRawPointer(mapping.bytes.baseAddress!) }  // a mapping is never empty

    /// Records that the recording was finished, and that nothing is missing for lack of time.
    package func setFinished() { store(UInt64(1), at: 72) }

    /// Writes how many lines of states were made so far.
    package func set(progress lines: Int) { store(UInt64(lines), at: 104) }

    /// Records that the process exits of its own will, and when; recording goes on until the process is gone.
    package func setExited(at time: Int) {
        store(UInt64(max(0, time) + 1), at: 120)
        store(UInt64(2), at: 72)
    }

    /// The steps that are under way, as far as another thread can see.
    package var underWay: [Ending.UnderWay] { Status(Array(mapping.bytes))?.underWay ?? [] }

    private func store<T: FixedWidthInteger>(_ value: T, at offset: Int) {
        mapping.bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }

    private func copy(_ text: String, at offset: Int, count: Int) {
        UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[offset..<(offset + count)]).copyBytes(from: text.utf8.prefix(count))
    }
}

/// The content of a status page, read after the process that wrote it is gone.
package struct Status: Sendable, Equatable {
    package var processID: Int32
    package var isFinished: Bool
    /// Whether the process exited by itself, without a call to finish the recording.
    package var hasExited: Bool
    /// The last step whose state reached the state stream.
    package var lastState: Int
    /// For every store, its last step and where in that step the process was.
    package var stores: [Ending.UnderWay]
    /// When the process announced its exit, in monotonic nanoseconds since the recording began; `nil` if it did not.
    package var exitTime: Int?
    private let epoch: Int
    private let bootID: String
    private let resident: Int
    private let killsByThen: Int?

    /// Parses a status page; `nil` if the bytes are not one.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= StatusPage.byteCount, bytes.starts(with: "RWSTATUS".utf8) else { return nil }
        func load<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> T {
            bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
        }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self) }
        guard load(8, as: UInt32.self) == 1 else { return nil }
        processID = Int32(bitPattern: load(12, as: UInt32.self))
        // A page that was damaged may hold any number.
        func number(_ offset: Int, upTo limit: Int) -> Int { Int(clamping: min(load(offset, as: UInt64.self), UInt64(limit))) }
        lastState = number(64, upTo: FormatLimits.stepNumbers.upperBound)
        isFinished = load(72, as: UInt64.self) == 1
        hasExited = load(72, as: UInt64.self) == 2
        epoch = Int(clamping: load(112, as: Int64.self))
        let exit = number(120, upTo: FormatLimits.times.upperBound)
        exitTime = exit > 0 ? exit - 1 : nil
        bootID = text(24..<64)
        resident = number(88, upTo: FormatLimits.counts.upperBound)
        let kills = number(96, upTo: FormatLimits.counts.upperBound)
        killsByThen = kills > 0 ? kills - 1 : nil
        stores = (0..<StatusPage.storeLimit).compactMap { index in
            let name = text((136 + 64 * index)..<(192 + 64 * index))
            guard !name.isEmpty else { return nil }
            let word = load(128 + 64 * index, as: UInt64.self)
            let phase = Ending.Phase(rawValue: UInt8(truncatingIfNeeded: word)) ?? .idle
            return Ending.UnderWay(store: name, step: Int(min(word >> 8, UInt64(FormatLimits.stepNumbers.upperBound))), phase: phase)
        }
    }

    /// The time of the recording at a reading of the system's monotonic clock; `nil` if that is not known.
    package func time(at reading: Int) -> Int? { epoch > 0 && reading >= epoch ? reading - epoch : nil }

    /// The time of the recording at this moment; `nil` if unknown, as for a page from another machine, or from before the machine was
    /// restarted.
    var now: Int? { !bootID.isEmpty && bootID == SystemFacts.bootID ? time(at: SystemFacts.monotonicNanoseconds()) : nil }

    /// What is known of the process's memory; `nil` if its recorder never looked.
    ///
    /// - Parameters:
    ///   - isKilled: whether the process may have been ended by the system.
    ///   - kills: how many processes the system has ended by now, since its boot.
    ///   - boot: the boot that this is about.
    func memory(
        isKilled: Bool, kills: Int? = SystemFacts.memoryKills, boot: String = SystemFacts.bootID
    ) -> Ending.Memory? {
        guard resident > 0 else { return nil }
        var memory = Ending.Memory(resident: resident)
        if isKilled, boot == bootID, !boot.isEmpty, let killsByThen, let kills { memory.kills = max(0, kills - killsByThen) }
        return memory
    }

    /// The actions that had begun but not ended, and the stores with actions left out since their last step.
    package var underWay: [Ending.UnderWay] { stores.filter { $0.phase != .idle } }
}
