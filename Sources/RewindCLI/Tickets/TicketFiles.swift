import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindSystem

/// Files that accompany a ticket.
enum TicketFiles {
    /// Reads a file as an attachment.
    static func read(_ path: String) throws(RecordingError) -> Attachment {
        Attachment(path: path, bytes: try FileSystem.read(path, limit: Int(clamping: ArchiveLimits.default.entryBytes)))
    }
}
