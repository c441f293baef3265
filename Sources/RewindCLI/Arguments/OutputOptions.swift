import ArgumentParser
import RewindSystem

/// The output options of every reading command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON: one object, or one per line for lists.")
    var json = false

    @OptionGroup var colour: ColourOption

    @Flag(help: "Don't show output that is longer than the screen in a pager.")
    var noPager = false

    /// The destination of results.
    var console: Console { colour.console }
}

/// The option that decides whether results are coloured.
struct ColourOption: ParsableArguments {
    @Option(
        name: .customLong("color"),
        help: "When to colour the output: auto, always or never; by default only on a terminal, and never if NO_COLOR is set.")
    var choice = ColourChoice.auto

    /// The destination of results.
    var console: Console { Console(isColoured: choice.isColoured) }
}

/// When to colour output.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    var isColoured: Bool {
        switch self {
        case .auto: wantsColour(on: .output)
        case .always: true
        case .never: false
        }
    }
}
