extension Line {
    /// What a piece means, as the colour to show it in.
    package enum Ink: Sendable {
        case plain, strong, faint
        case added, removed, changed
        case name, alarm

        /// The parameters of the escape sequence that switches to it; `nil` to leave the text as it is.
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
