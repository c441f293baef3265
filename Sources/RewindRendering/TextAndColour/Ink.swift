extension Line {
    /// The meaning of a span, which determines its colour.
    package enum Ink: Sendable {
        case plain, strong, faint
        case added, removed, changed
        case name, alarm

        /// The parameters of the escape sequence for it; `nil` for plain text.
        package var sequence: String? {
            switch self {
            case .plain: nil
            case .strong: "1"
            case .faint: "2"
            case .added: "32"
            case .removed: "31"
            case .changed: "33"
            case .name: "36"
            case .alarm: "1;31"
            }
        }
    }
}
