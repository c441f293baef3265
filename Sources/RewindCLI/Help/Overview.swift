import RewindRendering

/// What `rewind` alone shows: the usual tasks, and every verb by its group, on one screen.
enum Overview {
    /// The lines, as wide as the narrowest terminal.
    ///
    /// - Parameter verbs: the names of the subcommands, by group.
    static func text(_ abstract: String, verbs: [(group: String, names: [String])]) -> String {
        let groups = verbs.flatMap { group, names in
            Line("  \(DisplayWidth.padded(group, to: 22))\(names.joined(separator: "  "))").hanging(24).wrapped(to: 80).map(\.text)
        }
        return ([abstract, tasks] + groups + [ending]).joined(separator: "\n") + "\n"
    }

    private static let tasks = """

          rewind record -- APP             run an app, and make one file of what it did
          rewind crash latest              how the app died, and what led to it
          rewind step latest               go back and forth through its actions
          rewind find latest '.a == 0'     the first step after which this is true
          rewind ticket latest             a file, a text and a page for a bug report

        """

    private static let ending = """

        'rewind help VERB' explains a verb. 'rewind help concepts' says how recordings,
        steps, ranges and paths are named, and what an exit status means.
        """
}
