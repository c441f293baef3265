extension Int {
    /// The index moved up or down, within the bounds of a list.
    func moved(by rows: Int, within count: Int) -> Int { Swift.max(0, Swift.min(self + rows, count - 1)) }
}
