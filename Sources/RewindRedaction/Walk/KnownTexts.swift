import RewindValue

/// Short texts that turned out to be harmless, recognised by their bytes without making a `String`.
///
/// Bounded: a text replaces another with the same two slots, and all are dropped when they have too many bytes.
package struct KnownTexts {
    private var slots: [Slot] = []
    private var bytes: [UInt8] = []

    private struct Slot {
        var fingerprint: UInt64 = 0
        var start = 0
        var count = -1
    }

    private static let slotCount = 512
    private static let byteLimit = 32 << 10

    package init() {}

    private static func slot(_ fingerprint: UInt64) -> Int {
        Int(truncatingIfNeeded: (fingerprint ^ fingerprint >> 29) & UInt64(slotCount - 1))
    }

    /// Whether exactly this text was found harmless.
    package func contains(_ text: UnsafeRawBufferPointer) -> Bool {
        if slots.isEmpty { return false }
        let fingerprint = text.fingerprint
        var slot = slots[Self.slot(fingerprint)]
        if slot.fingerprint != fingerprint { slot = slots[Self.slot(fingerprint) ^ 1] }
        guard slot.fingerprint == fingerprint, slot.count == text.count else { return false }
        // The fingerprint alone must not decide what is written.
        return bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[slot.start..<(slot.start + slot.count)]).hasSameBytes(as: text) }
    }

    /// Remembers a text.
    package mutating func insert(_ text: UnsafeRawBufferPointer) {
        if text.count > 128 { return }
        if bytes.count + text.count > Self.byteLimit { self = KnownTexts() }
        if slots.isEmpty { slots = [Slot](repeating: Slot(), count: Self.slotCount) }
        let fingerprint = text.fingerprint
        let place = Self.slot(fingerprint)
        slots[place ^ 1] = slots[place]  // the one that was there
        slots[place] = Slot(fingerprint: fingerprint, start: bytes.count, count: text.count)
        bytes.append(contentsOf: text)
    }
}
