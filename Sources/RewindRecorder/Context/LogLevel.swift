/// How severe a logged line is: the levels of swift-log.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    /// Details of single operations.
    case trace
    /// What helps to debug a program.
    case debug
    /// What happens in the course of the program.
    case info
    /// What is no error and may need attention.
    case notice
    /// What is no error and is more severe than a notice.
    case warning
    /// An error.
    case error
    /// An error that needs attention at once.
    case critical
}
