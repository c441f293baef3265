/// The reducer alone and with the recorder, in turns: how fast a shared machine is changes from minute to minute, so only what was measured one
/// after the other is compared.
struct Rounds {
    private(set) var bare: [Costs] = []
    private(set) var recorder: [Costs] = []
    private(set) var encoder: [Costs] = []
    private(set) var merged = 0

    static let count = 5

    /// - Parameter encoded: how many of the actions `JSONEncoder` gets in each round, if any; without a pause.
    init(
        _ size: Size, _ actions: [AppAction], rate: Int?, _ bench: Bench, countsProcessor: Bool = false, encoded: Int = 0
    ) throws {
        for _ in 0..<Self.count {
            bare.append(try Variant.bare.run(size, actions, rate: rate, bench, countsProcessor: countsProcessor).costs)
            let outcome = try Variant.recorder.run(size, actions, rate: rate, bench, countsProcessor: countsProcessor)
            recorder.append(outcome.costs)
            merged += outcome.merged ?? 0
            if encoded > 0 {
                let few = Array(actions.prefix(encoded))
                encoder.append(try Variant.encoder.run(size, few, rate: nil, bench, countsProcessor: countsProcessor).costs)
            }
        }
    }

    /// What is added to a figure of the reducer alone, round by round.
    func added(_ costs: [Costs], _ figure: (Costs) -> Int) -> [Int] { zip(costs, bare).map { figure($0) - figure($1) } }
}

extension [Int] {
    /// The one in the middle.
    var middle: Int { sorted()[count / 2] }

    /// The one in the middle, and the lowest and highest.
    var spread: String { "\(text(middle)) (\(text(self.min() ?? 0)) to \(text(self.max() ?? 0)))" }
}
