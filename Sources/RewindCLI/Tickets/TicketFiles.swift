import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindSystem

/// Files that go along with a ticket.
enum TicketFiles {
    /// A file as an attachment.
    static func read(_ path: String) throws(RecordingError) -> Attachment {
        Attachment(path: path, bytes: try FileSystem.read(path, limit: Int(clamping: ArchiveLimits.default.entryBytes)))
    }
}
