/// Exactly what a recording has lost: no loss is silent.
public struct Losses: Sendable, Equatable {
    /// Bytes that are not sound lines, with the reason.
    package var damage: [Damage] = []
    /// Steps whose actions are lost.
    package var actions: [ClosedRange<Int>] = []
    /// Steps of whose actions only the beginning is there: they were too large to be written ahead in full, and the process ended before
    /// the writer had written the rest.
    package var payloads: [ClosedRange<Int>] = []
    /// Steps whose states are lost, because they were still waiting to be written or because their lines are damaged.
    package var states: [ClosedRange<Int>] = []
    /// Steps whose states have their lines but are unknown, because they depend on lost ones.
    package var unknown: [UnknownStates] = []
    /// How many states and actions the app's own `encode(to:)` could not encode.
    package var unencodable = 0
    /// The losses that the manifest lists.
    package var sealed: [Loss] = []

    /// Steps of a store whose states follow from a lost one.
    package struct UnknownStates: Sendable, Equatable {
        package var store: String
        /// Its first and last such step; between them may be steps of other stores.
        package var steps: ClosedRange<Int>
    }

    package init() {}

    package init(sealed: [Loss]) { self.sealed = sealed }

    /// Whether nothing that was recorded is lost; a torn line at the end does not count as recorded.
    public var isEmpty: Bool {
        actions.isEmpty && payloads.isEmpty && states.isEmpty && unknown.isEmpty && unencodable == 0 && sealed.isEmpty
            && damage.allSatisfy { $0.reason == .torn }
    }

    /// The losses one by one, as the manifest of a sealed recording lists them.
    public var all: [Loss] {
        var all = sealed
        all += Self.joined(actions).map { Loss(.actions, of: $0) }.filter { !sealed.contains($0) }
        all += payloads.map { Loss(.payloads, of: $0) }
        all += Self.joined(states).map { Loss(.states, of: $0) }
        all += unknown.map { Loss(.knowledge, of: $0.steps, store: $0.store) }
        if unencodable > 0 { all.append(Loss(.values, count: unencodable)) }
        all += damage.compactMap { $0.loss }
        return all
    }

    /// The losses of actions: no answer can include what the app did there.
    package var ofActions: [Loss] { all.filter { $0.kind == .actions } }

    /// The ranges, those that follow each other as one.
    private static func joined(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] { ranges.reduce(into: []) { $0.join($1) } }
}

extension Loss {
    /// The loss of steps that are not in a recording.
    package init(_ gap: GapLine) {
        let kind: Reason.Kind
        switch gap.reason.kind {
        case .unwritten: kind = .unwritten
        case .leftOut: kind = .leftOut
        case .inNoPart: kind = .inNoPart
        }
        var reason = Reason(kind)
        reason.error = gap.reason.error
        self.init(.gap, of: gap.steps, reason)
        part = gap.reason.part
    }
}

extension Damage {
    /// The loss; `nil` for the line that was being written.
    fileprivate var loss: Loss? {
        let kind: Loss.Reason.Kind
        switch reason {
        case .torn: return nil
        case .checksum: kind = .checksum
        case .malformed: kind = .malformed
        case .zeros: kind = .zeros
        }
        var reason = Loss.Reason(kind, entry: entry)
        (reason.offset, reason.bytes) = (offset, count)
        return Loss(.damage, reason)
    }
}
