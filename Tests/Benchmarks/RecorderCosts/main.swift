import Foundation

// What recording costs, beside what people use today; all in one run, because only ratios of one run mean something on a shared machine.
//
//     REWIND_BENCHMARKS=1 swift run -c release RecorderCosts [S] [M] [L] [dispatch] [sprint] [edits] [kinds] [long] [size] [worst] [sparse] [levels] [sites] [lists] [effects]
//
// It prints the tables of the article "What recording costs". Sizes and parts that are named are the only ones that run.

let words = CommandLine.arguments.dropFirst()
let sizes = words.compactMap(Size.init(rawValue:))
let sections = words.compactMap(Section.init(rawValue:))
let folder = NSTemporaryDirectory() + "rewind-costs-\(getpid())"
defer { try? FileManager.default.removeItem(atPath: folder) }

for section in sections.isEmpty ? Section.allCases : sections {
    try section.run(Bench(folder: folder), sizes.isEmpty ? Size.allCases : sizes)
}
