package import RewindFormat

/// The functions and lines of a backtrace, as a symbolizer read them from the files of its images.
package struct Symbols {
    /// A place in a program's text.
    package struct SourceLocation: Equatable {
        /// The function, as Swift writes it.
        package var function: String
        /// The file's name, without its folders, and the line; `nil` where no debug information tells.
        package var line: String?

        package init(function: String, line: String? = nil) {
            self.function = function
            self.line = line
        }
    }

    /// What is known of each frame.
    package var places: [Crash.Frame: SourceLocation] = [:]
    /// The images whose files are not here, or are those of another build, in the order of the backtrace.
    package var missing: [String] = []

    package init() {}

    /// What is known of a frame.
    func place(of frame: Crash.Frame) -> SourceLocation? { places[frame] }
}
