/// How often a rule could have been broken and was not: what it takes to believe it.
///
/// A situation is what the rule speaks of, with its values, in one recording. Were the rule no rule, each situation that was not seen before
/// would break it half of the time, unless something better is known, such as the chance that three numbers are in order; one that comes
/// again shows less, as by the rule of succession. So the chance that a rule holds by accident is 2^-bits / (1 + repetitions).
package struct Evidence: Sendable {
    /// How often the rule could have been broken.
    package private(set) var chances = 0
    /// The recordings in which it could.
    package private(set) var recordings = 0
    private var lastRecording = -1
    private var bits = 0.0
    private var repetitions = 0
    /// The situations that were counted, up to a number that settles the matter.
    private var situations: Set<UInt64> = []
    /// The values that were seen, in any recording, up to the same number.
    private var values: Set<UInt64> = []

    private static let limit = 24

    /// The greatest chance with which a rule is believed.
    private static let believed = 0.01

    /// The number of different values, up to a limit.
    package var distinct: Int { values.count }

    /// Whether all of the values that were seen, as far as they are known, are among some.
    func areAll(in some: Set<UInt64>) -> Bool { values.isSubset(of: some) }

    /// Notes that the rule could have been broken by a value and was not.
    ///
    /// - Parameter weight: The bits that a new situation counts: the chance that it does not break a false rule is 2^-weight.
    mutating func note(_ value: UInt64, in recording: Int, weight: Double = 1) {
        chances += 1
        if recording != lastRecording {
            recordings += 1
            lastRecording = recording
        }
        if values.count < Self.limit { values.insert(value) }
        if situations.count < Self.limit,
            situations.insert(value &+ UInt64(truncatingIfNeeded: recording) &* 0x9e37_79b9_7f4a_7c15).inserted
        {
            bits += weight
        } else {
            repetitions += 1
        }
    }

    /// The bits by which an accident is unlikely.
    var certainty: Double { bits + Self.bits(Double(1 + repetitions)) }

    /// Whether an accident is so unlikely that the rule is believed, and so many recordings show it that none of them alone does.
    func isConvincing(of total: Int) -> Bool { certainty >= Self.bits(1 / Self.believed) && recordings >= min(3, total) }

    /// The logarithm to the base 2, by the number's exponent and a line between powers: there is no `log2` in the page's library.
    static func bits(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 0 }
        return Double(number.exponent) + number.significand - 1
    }
}
