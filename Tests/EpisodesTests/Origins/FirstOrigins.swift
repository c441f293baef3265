import RewindReplay

/// Tells the sources of so many values, and of no more.
struct FirstOrigins<Origins: ValueOrigins>: ValueOrigins {
    private var origins: Origins
    private var left: Int

    init(_ origins: Origins, values: Int) { (self.origins, left) = (origins, values) }

    mutating func sources(of written: WrittenValue) throws(QuestionError) -> FoundSources {
        if left > 0 {
            left -= 1
            return try origins.sources(of: written)
        }
        var found = FoundSources()
        found.end = .limit
        return found
    }
}
