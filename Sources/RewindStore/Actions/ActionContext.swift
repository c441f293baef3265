/// The origin of an action: the facts that a recording has about it in addition to the action itself.
public struct ActionContext: Sendable, Hashable {
    /// The step of the action that led to this one through an effect or a subscriber; `nil` if the actions are not numbered.
    public var cause: Int?
    /// The place in the source that dispatched the action, such as `Home.swift:42`; the text is made when it is read.
    public var site: String? { place?.text }
    /// The number of the action's own step, set by a middleware around the reduction, such as a recorder.
    public var step: Int?
    /// Whether the action came through ``Store/replay(_:context:)``, so that nothing records it twice.
    public var isReplay = false

    private var place: CallSite?

    /// A context with the given parts; each is unknown by default.
    public init(cause: Int? = nil, site: String? = nil, step: Int? = nil, isReplay: Bool = false) {
        (self.cause, self.step, self.isReplay, place) = (cause, step, isReplay, site.map(CallSite.named))
    }

    init(cause: Int?, place: CallSite) { (self.cause, self.place) = (cause, place) }

    /// The context of an action dispatched now, at a place in the source.
    public static func here(fileID: StaticString = #fileID, line: UInt = #line) -> ActionContext {
        ActionContext(cause: currentCause, place: .source(fileID, line))
    }

    /// The step whose effect (or subscriber) is running: the cause of any action it dispatches.
    ///
    /// The store sets it around effects and notifications. Tasks inherit it; bind it yourself where work continues outside a task, such as
    /// on a dispatch queue.
    @TaskLocal public static var currentCause: Int?

    /// Binds ``currentCause`` only if the cause differs, because binding is not free.
    @inlinable static func withCause(_ cause: Int?, _ body: () -> Void) {
        if cause == currentCause { body() } else { $currentCause.withValue(cause, operation: body) }
    }
}

/// A place in the source, which becomes text only when it is read.
@usableFromInline enum CallSite: Sendable, Hashable {
    case source(StaticString, UInt)
    case named(String)

    /// `Module/File.swift` and a line as `File.swift:42`; built from bytes, not characters, because a recorder asks for it at each action.
    var text: String {
        switch self {
        case .named(let text): text
        case .source(let fileID, let line):
            fileID.withUTF8Buffer { String(decoding: $0[(($0.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self) } + ":\(line)"
        }
    }

    @usableFromInline static func == (left: CallSite, right: CallSite) -> Bool { left.text == right.text }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
