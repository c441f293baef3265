package import RewindFormat
package import RewindReplay
import RewindValue

/// Rows of ``StepRow`` as bytes, for a pipe: the same text, built without line spans.
///
/// Handles only ordinary steps; other steps have to be drawn.
package struct PlainRows {
    package private(set) var bytes: [UInt8] = []

    /// The number of bytes at which the rows should be written out.
    package static let fullCount = 1 << 15

    private static let typeWidth = 36

    package init() { bytes.reserveCapacity(Self.fullCount + 1_024) }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds the row of a step; returns `false` if it has to be drawn.
    package mutating func add(_ step: Step, ending: Ending) -> Bool {
        guard let action = step.line, case .changed(let patch) = step.outcome, step.store == ActionLine.mainStore, !action.isDumped,
            action.time >= 0, action.omitted == nil, ending.underWay.isEmpty || ending.text(at: step) == nil
        else { return false }
        var type = action.type
        return type.withUTF8 { type in
            guard type.count <= 200, type.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return false }
            space()
            add(step.number, width: 6)
            space(2)
            addClock(action.time)
            space(2)
            bytes.append(contentsOf: type)
            space(max(0, Self.typeWidth - type.count))
            space(2)
            add(patch.operations.count, width: 7)
            if let cause = action.cause {
                bytes.append(contentsOf: "  after ".utf8)
                add(cause, width: 0)
            }
            bytes.append(UInt8(ascii: "\n"))
            return true
        }
    }

    private mutating func space(_ count: Int = 1) { for _ in 0..<count { bytes.append(UInt8(ascii: " ")) } }

    /// Adds a non-negative number, padded at the front with spaces or zeros.
    private mutating func add(_ number: Int, width: Int, filling: UInt8 = UInt8(ascii: " ")) {
        let start = bytes.count
        bytes.append(decimal: UInt64(number.magnitude), isNegative: false)
        let missing = width - (bytes.count - start)
        if missing > 0 { bytes.insert(contentsOf: repeatElement(filling, count: missing), at: start) }
    }

    /// Adds `+00:12.345`, padded to ten columns.
    private mutating func addClock(_ nanoseconds: Int) {
        let milliseconds = nanoseconds / 1_000_000
        let seconds = milliseconds / 1_000
        let zero = UInt8(ascii: "0")
        bytes.append(UInt8(ascii: "+"))
        if seconds >= 3_600 {
            add(seconds / 3_600, width: 0)
            bytes.append(UInt8(ascii: ":"))
        }
        add(seconds / 60 % 60, width: 2, filling: zero)
        bytes.append(UInt8(ascii: ":"))
        add(seconds % 60, width: 2, filling: zero)
        bytes.append(UInt8(ascii: "."))
        add(milliseconds % 1_000, width: 3, filling: zero)
    }
}
