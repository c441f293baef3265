package import RewindFormat

extension RecordingError.Code {
    /// A file is sealed for others: none of the keys that are known here opens it.
    package static let noKey = Self(rawValue: "no-key")
}

extension RecordingError {
    /// The advice on a sealed file that is not what it was.
    static let adviceOnSealed = "Ask for the file again: nothing of a sealed file can be used unless all of it is intact"

    /// Something is wrong with the header of a sealed file.
    init(ageHeader reason: String) {
        self.init(.damaged, "the header of the sealed file can't be used: \(reason)", advice: Self.adviceOnSealed)
    }

    /// Something is wrong with the contents of a sealed file.
    init(agePayload reason: String) {
        self.init(.damaged, "the sealed file is not as it was written: \(reason)", advice: Self.adviceOnSealed)
    }
}
