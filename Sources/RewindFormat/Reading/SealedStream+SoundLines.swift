import RewindValue

extension SealedStream {
    /// What becomes of a line that is sound by itself.
    package enum Fate {
        /// It stays as it is.
        case kept
        case leftOut
        /// It stays, without the cause that it names.
        case withoutCause
    }

    /// A stream reduced to its sound lines, of which a function decides what becomes of each.
    ///
    /// - Parameters:
    ///   - entry: the name of the stream, which shows whether it has actions or states.
    ///   - steps: the steps that the stream may cover, if that is known: a damaged line may have any number.
    ///   - keepsUnknown: whether lines of kinds that this version does not know stay; in damaged bytes, such a line is taken for damage.
    ///   - fate: decides on a line by its place in ``Segment/journal`` or ``Segment/states``; other lines stay.
    package static func soundLines(
        of bytes: [UInt8], in entry: String, steps: ClosedRange<Int>? = nil, limits: FormatLimits, keepsUnknown: Bool = true,
        fate: (Int) -> Fate = { _ in .kept }
    ) -> [UInt8] {
        guard let index = SegmentName.index(ofStream: entry) else { return [] }
        var sound: [UInt8] = []
        sound.reserveCapacity(bytes.count)
        var current = UnsafeRawBufferPointer(start: nil, count: 0)
        var place = 0
        func pass(_ fate: Fate) {
            switch fate {
            case .leftOut: return
            case .kept: sound.append(contentsOf: current)
            case .withoutCause:
                var object = (try? JSONValue(parsing: current, limits: limits.json))?.object ?? [:]
                object["cause"] = nil
                JSONValue.object(object).write(into: &sound)
            }
            sound.append(UInt8(ascii: "\n"))
        }
        /// A line by its place, and by the last of its steps.
        func passNumbered(_ step: Int?, after before: Int) {
            let isPossible = steps.flatMap { steps in step.map { $0 >= steps.lowerBound - before && $0 <= steps.upperBound } } ?? true
            pass(isPossible ? fate(place) : .leftOut)
            place += 1
        }
        let scan = SegmentScan(index: index, isLive: false, limits: limits, skims: true)
        if entry == SegmentName.actions(index) {
            _ = scan.scan(actions: bytes, begin: { current = $0 }) { line in
                if case .unknown = line, !keepsUnknown { place += 1 } else { passNumbered(line.step, after: 0) }
            }
        } else {
            _ = scan.scan(states: bytes, begin: { current = $0 }) { line in
                if case .action = line.change { pass(.kept) } else { passNumbered(line.steps.upperBound, after: 1) }
            } unknown: { _ in
                if keepsUnknown { pass(.kept) }
            }
        }
        return sound
    }
}

extension JournalLine {
    /// The last step that the line belongs to, if any.
    fileprivate var step: Int? {
        switch self {
        case .action(let line): line.step
        case .gap(let line): line.steps.upperBound
        case .swallowed, .clock, .mark, .log, .effect, .unknown: nil
        }
    }
}
