import RewindReplay

extension DiffCounts {
    /// A table of the parts, and the sums.
    var lines: [Line] {
        if total.all == 0 { return [Line("nothing differs", .faint)] }
        var table = Table(header: ["ADDED", "REMOVED", "CHANGED", "MOVED", "PLACE"])
        for (name, counts) in places + (places.count > 1 ? [("in all", total)] : []) {
            table.add([counts.added, counts.removed, counts.changed, counts.moved].map { $0 == 0 ? "" : String($0) } + [name])
        }
        return table.lines
    }
}
