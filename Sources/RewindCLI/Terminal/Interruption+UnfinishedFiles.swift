import RewindArchive
import RewindSystem

extension Interruption {
    /// Does some work; a signal that ends the process meanwhile takes its temporary files away first, so that nothing half-written stays.
    static func cleaningUp<Result>(_ work: () throws -> Result) rethrows -> Result {
        try cleaningUp(with: { UnfinishedFiles.removeAll() }, work)
    }
}
