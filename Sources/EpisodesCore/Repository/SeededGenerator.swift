/// A pseudorandom generator with a seed (SplitMix64, by Steele, Lea and Flood).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Creates a separate generator for the n-th request of a kind, so that requests of other kinds do not affect it.
    init(seed: UInt64, kind: String, count: Int) {
        // FNV-1a, because `Hasher` gives different results in each process.
        let hash = kind.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        self.init(seed: seed ^ hash &+ UInt64(count) &* 0x9E37_79B9_7F4A_7C15)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
