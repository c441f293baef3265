import Foundation

// What recording costs, beside what people use today; all in one run, because only ratios of one run mean something on a shared machine.
//
//     swift run -c release --package-path Tests/Benchmarks RecorderCosts [S] [M] [L]

let sizes = CommandLine.arguments.dropFirst().compactMap(Size.init(rawValue:))
setvbuf(stdout, nil, _IOLBF, 0)
let folder = NSTemporaryDirectory() + "rewind-costs-\(getpid())"
defer { try? FileManager.default.removeItem(atPath: folder) }

/// Steps and steps a second: a peer that would take minutes takes fewer steps, and each is as dear.
func effort(_ size: Size, _ variant: Variant) -> (steps: Int, rate: Int?) {
    switch (size, variant) {
    case (.S, .bare), (.S, .recorder), (.S, .keep): (50_000, 10_000)
    case (.S, _): (2_000, nil)
    case (.M, .bare), (.M, .recorder): (10_000, 2_000)
    case (.M, .keep): (200, nil)
    case (.M, _): (100, nil)
    case (.L, .bare), (.L, .recorder): (500, 100)
    case (.L, .dump): (2, nil)
    case (.L, _): (10, nil)
    }
}

print("| size | what | median | p99 | worst | processor a step | beside the bare reducer's | |")
print("|---|---|---|---|---|---|---|---|")
for size in sizes.isEmpty ? Size.allCases : sizes {
    var bare: Costs?
    for variant in Variant.allCases {
        let (steps, rate) = effort(size, variant)
        let costs = try variant.run(size, steps: steps, rate: rate, folder: folder)
        if variant == .bare { bare = costs }
        let added = Double(costs.processorPerStep) / Double(max(1, bare?.processorPerStep ?? 1))
        print(
            "| \(size) | \(variant.rawValue) | \(text(costs.median)) | \(text(costs.p99)) | \(text(costs.worst)) | \(text(costs.processorPerStep)) | \(rounded(added)) × | \(costs.note) |"
        )
    }
}
