import RewindArchive
import RewindSystem

extension Interruption {
    /// Runs work; if a signal ends the process meanwhile, its temporary files are removed first, so that no partial output is left.
    static func cleaningUp<Result>(_ work: () throws -> Result) rethrows -> Result {
        try cleaningUp(with: { UnfinishedFiles.removeAll() }, work)
    }
}
