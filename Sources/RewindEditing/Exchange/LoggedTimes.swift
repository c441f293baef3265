/// Times in the order of a log's lines, on a clock that begins at 0 and never goes back.
struct LoggedTimes {
    /// Nanoseconds since 1970 at the first line; 0 if no line has a time.
    private(set) var started = 0
    /// Nanoseconds since then, for each line.
    private(set) var times: [Int]
    /// The lines at which the log's clock was set back, and what it said there, in nanoseconds since 1970.
    private(set) var clocks: [(index: Int, wall: Int)] = []
    private(set) var remarks: [String] = []

    /// Puts a log's times in order.
    ///
    /// A line without a time stands between its neighbours. A single line that is earlier than the one before has that one's time; if the
    /// lines that follow are earlier, too, the clock was set back, and the times go on from there.
    ///
    /// - Parameter name: what a line is called, such as `line 3`.
    init(_ lines: [LoggedTime], name: (Int) -> String) {
        times = Array(repeating: 0, count: lines.count)
        let known = lines.indices.filter { lines[$0].nanoseconds != nil }
        guard let first = known.first, let start = lines[first].nanoseconds else { return }
        started = start
        var (latest, ahead) = (start, 0)
        var late: [Int] = []
        for (place, index) in known.enumerated() {
            guard let wall = lines[index].nanoseconds else { continue }
            if wall + ahead < latest {
                let next = place + 1 < known.count ? lines[known[place + 1]].nanoseconds : nil
                if let next, next + ahead < latest {
                    ahead = latest - wall
                    clocks.append((index, wall))
                } else {
                    late.append(index)
                }
            }
            latest = max(latest, wall + ahead)
            times[index] = latest - start
        }
        for (before, after) in zip(known, known.dropFirst()) where after > before + 1 {
            let whole = times[after] - times[before]
            for index in (before + 1)..<after { times[index] = times[before] + whole / (after - before) * (index - before) }
        }
        if let last = known.last { for index in lines.indices[(last + 1)...] { times[index] = times[last] } }

        remarks = Self.remarks(on: lines, late: late, clocks: clocks, name)
    }

    /// Leaves out the first line, from which the times count.
    mutating func removeFirst() {
        times.removeFirst()
        clocks = clocks.map { ($0.index - 1, $0.wall) }.filter { $0.0 >= 0 }
    }

    private static func remarks(
        on lines: [LoggedTime], late: [Int], clocks: [(index: Int, wall: Int)], _ name: (Int) -> String
    ) -> [String] {
        var remarks: [String] = []
        func count(_ indices: [Int], _ one: String, _ many: String) -> String {
            indices.count == 1 ? "1 line \(one)" : "\(indices.count) lines \(many)"
        }
        let foreign = lines.indices.filter { lines[$0].foreign != nil }
        if let index = foreign.first {
            let sum = count(foreign, "has a time that is not understood, and stands", "have times that are not understood, and stand")
            remarks.append("\(sum) between the lines around; the first is \(name(index)): \(lines[index].foreign ?? "")")
        }
        let none = lines.indices.filter { lines[$0].nanoseconds == nil && lines[$0].foreign == nil }
        if let index = none.first {
            let sum = count(none, "has no time, and stands", "have no time, and stand")
            remarks.append("\(sum) between the lines around; the first is \(name(index))")
        }
        if !late.isEmpty { remarks.append("\(count(late, "has", "have")) an earlier time than a line before, whose time counts") }
        if let (index, _) = clocks.first {
            let sum = clocks.count == 1 ? "the log's clock was set back" : "the log's clock was set back \(clocks.count) times, first"
            remarks.append("\(sum) at \(name(index)): the times go on from the line before")
        }
        return remarks
    }
}
