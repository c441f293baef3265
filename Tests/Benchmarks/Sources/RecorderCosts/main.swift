import Foundation

// What recording costs, beside what people use today; all in one run, because only ratios of one run mean something on a shared machine.
//
//     swift run -c release --package-path Tests/Benchmarks RecorderCosts [S] [M] [L]

let sizes = CommandLine.arguments.dropFirst().compactMap(Size.init(rawValue:))
let folder = NSTemporaryDirectory() + "rewind-costs-\(getpid())"
defer { try? FileManager.default.removeItem(atPath: folder) }

/// Steps and steps a second: a peer that would take minutes takes fewer steps, and each is as dear.
func effort(_ size: Size, _ variant: Variant) -> (steps: Int, rate: Int?) {
    switch (size, variant) {
    case (.S, .bare), (.S, .recorder): (20_000, 10_000)
    case (.S, .bareSprint), (.S, .recorderSprint): (100_000, nil)
    case (.S, .keep), (.S, .encoder): (2_000, nil)
    case (.S, .dump): (200, nil)
    case (.M, .bare), (.M, .recorder): (10_000, 2_000)
    case (.M, .bareSprint), (.M, .recorderSprint): (10_000, nil)
    case (.M, .keep), (.M, .encoder): (100, nil)
    case (.M, .dump): (10, nil)
    case (.L, .bare), (.L, .recorder): (500, 100)
    case (.L, .bareSprint), (.L, .recorderSprint): (100, nil)
    case (.L, .dump): (1, nil)
    case (.L, _): (5, nil)
    }
}

/// Writes a line at once, also where the output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

say("| size | what | median | p99 | worst | processor a step | beside the bare reducer's | |")
say("|---|---|---|---|---|---|---|---|")
for size in sizes.isEmpty ? Size.allCases : sizes {
    var bare: Costs?
    for variant in Variant.allCases {
        let (steps, rate) = effort(size, variant)
        let costs = try variant.run(size, steps: steps, rate: rate, folder: folder)
        if variant == .bare || variant == .bareSprint { bare = costs }
        let added = Double(costs.processorPerStep) / Double(max(1, bare?.processorPerStep ?? 1))
        say(
            "| \(size) | \(variant.rawValue) | \(text(costs.median)) | \(text(costs.p99)) | \(text(costs.worst)) | \(text(costs.processorPerStep)) | \(rounded(added)) × | \(costs.note) |"
        )
    }
}
