/// Where an action comes from: what a recording says about it beside the action itself.
public struct ActionContext: Sendable, Hashable {
    /// The step of the action that led to this one, by an effect or by a subscriber's answer; `nil` where nobody numbers the actions.
    public var cause: Int?
    /// The place in the source that dispatched it, such as `Home.swift:42`.
    public var site: String?
    /// The number of its own step, set by a middleware around the reduction, such as a recorder.
    public var step: Int?
    /// Whether it came through ``Store/replay(_:context:)``, so that nothing records it twice.
    public var isReplay = false

    /// A context of the given parts, each unknown unless given.
    public init(cause: Int? = nil, site: String? = nil, step: Int? = nil, isReplay: Bool = false) {
        (self.cause, self.site, self.step, self.isReplay) = (cause, site, step, isReplay)
    }

    /// The step whose effect (or subscriber) is running: the cause of whatever it dispatches.
    ///
    /// The store sets it around effects and notifications. Tasks inherit it; bind it by hand where work goes on by other means, such as a dispatch queue.
    @TaskLocal public static var currentCause: Int?

    /// The context of an action that is dispatched here and now.
    static func here(_ fileID: StaticString, _ line: UInt) -> ActionContext {
        ActionContext(cause: currentCause, site: site(fileID, line))
    }

    /// `Module/File.swift` and a line as `File.swift:42`.
    static func site(_ fileID: StaticString, _ line: UInt) -> String {
        let path = fileID.description
        let file = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return "\(file):\(line)"
    }
}
