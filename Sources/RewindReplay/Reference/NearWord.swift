/// Finds the existing words that may be meant by one that does not exist.
package enum NearWord {
    /// The near words, nearest first: at most three, none much farther than the nearest.
    ///
    /// Near are words in which at most a third of the letters differ, or with the same beginning, two thirds; and names that have the word as
    /// their beginning or end, `cart/add` for `cart` and for `add`.
    package static func all(to word: String, among words: some Sequence<String>) -> [String] {
        let wanted = Array(word.lowercased().utf8.prefix(64))
        let near = words.compactMap { candidate -> (word: String, distance: Int)? in
            if candidate.hasPrefix(word + "/") || candidate.hasSuffix("/" + word) { return (candidate, 0) }
            let letters = Array(candidate.lowercased().utf8.prefix(64))
            let limit = max(1, wanted.count / 3) * (wanted.count > 2 && letters.starts(with: wanted.prefix(2)) ? 2 : 1)
            guard abs(letters.count - wanted.count) <= limit else { return nil }
            let distance = distance(wanted, letters)
            return distance <= limit ? (candidate, distance) : nil
        }
        let best = near.map { $0.distance }.min() ?? 0
        return near.filter { $0.distance <= best + 1 }.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map { $0.word }
    }

    /// The remark on a word that does not exist: a question for the near words, or a semicolon if no word is near.
    package static func question(for word: String, among words: some Sequence<String>) -> String {
        let near = all(to: word, among: words)
        return near.isEmpty ? ";" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    }

    /// The number of letters to insert, delete, change or swap with their neighbours.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var next = [row + 1]
            for column in second.indices {
                let change = last[column] + (first[row] == second[column] ? 0 : 1)
                var least = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[second.count]
    }
}
