extension Int {
    /// This row of a list moved up or down, as far as the list goes.
    func moved(by rows: Int, within count: Int) -> Int { Swift.max(0, Swift.min(self + rows, count - 1)) }
}
