/// What a recording survives.
public enum Durability: Sendable, Equatable {
    /// Any death of the process, because what was appended is in the kernel's hands; a power cut or a crash of the system may cost the last
    /// half minute, or whatever the system had not written.
    case process
    /// A death of the system too, except for the last interval of this length: the recorder's thread synchronises the disk this often while
    /// something is recorded, and before it sleeps; dispatching threads do not wait for it.
    case system(every: Duration)
}
