/// Why a process crashed, as Swift's runtime says it.
package struct CrashReason: Sendable, Hashable {
    /// `Fatal error: Index out of range`.
    package var text: String
    /// Where in the source that was, if it is known: `Cart.swift:12`.
    package var site: String?

    package init(_ text: String, site: String? = nil) { (self.text, self.site) = (text, site) }

    /// Whether it has the form of the runtime's own messages; a recording may have another last line of a process as its reason.
    package var isOfRuntime: Bool { Crash.runtimeMarks.contains { text.hasPrefix($0) } }

    /// For people: `Fatal error: Index out of range (Cart.swift:12)`.
    package var words: String { text + (site.map { " (\($0))" } ?? "") }
}

extension Ending {
    /// The reason, with its place; in older recordings, it is a part of the text.
    package var crashReason: CrashReason? {
        get { reason.map { CrashReason($0, site: site) } }
        set { (reason, site) = (newValue?.text, newValue?.site) }
    }
}
