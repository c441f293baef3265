/// What a recording survives.
public enum Durability: Sendable, Equatable {
    /// Any death of the process: what was appended is in the kernel's hands. A power cut or a crash of the system may cost the last half minute, or
    /// what else the system had not written.
    case process
    /// A death of the system too, but for the last stretch of that length: the recorder's thread has the disk synchronised so often while
    /// something comes, and before it sleeps. Who dispatches does not wait for it.
    case system(every: Duration)
}
