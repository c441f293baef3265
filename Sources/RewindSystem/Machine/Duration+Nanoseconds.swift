extension Duration {
    /// Whole nanoseconds; the largest number for more than that.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : Int(clamping: product) + Int(attoseconds / 1_000_000_000)
    }
}
