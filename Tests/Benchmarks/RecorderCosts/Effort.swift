extension Size {
    /// Steps and steps a second: a peer that would take minutes takes fewer steps, and each is as dear.
    func effort(_ variant: Variant) -> (steps: Int, rate: Int?) {
        switch (self, variant) {
        case (.S, .bare), (.S, .recorder): (50_000, 10_000)
        case (.S, .keep), (.S, .encoder): (2_000, nil)
        case (.S, .dump): (200, nil)
        case (.M, .bare), (.M, .recorder): (10_000, 2_000)
        case (.M, .keep), (.M, .encoder): (100, nil)
        case (.M, .dump): (10, nil)
        case (.L, .bare), (.L, .recorder): (500, 100)
        case (.L, .dump): (1, nil)
        case (.L, _): (5, nil)
        }
    }
}
