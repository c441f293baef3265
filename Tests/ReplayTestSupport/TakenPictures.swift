package import RewindFormat
import RewindSystem

/// Pictures as a recorder takes them: of even steps texts, of odd ones PNG.
package struct TakenPictures {
    private let steps: [Int]

    package init(at steps: [Int]) { self.steps = steps }

    package static func name(at step: Int) -> String { "\(Manifest.picturePrefix)\(step).\(step % 2 == 0 ? "txt" : "png")" }

    private static func bytes(at step: Int) -> [UInt8] {
        step % 2 == 0 ? Array("the screen of step \(step)\npassword=hunter2hunter2\n\n".utf8) : [0x89, 0x50, 0x4E, 0x47, 0, UInt8(step)]
    }

    /// Lists them, as the manifest of a directory does.
    package func list(in manifest: inout Manifest) {
        manifest.attachments = steps.map { step in
            .init(
                name: Self.name(at: step), type: step % 2 == 0 ? "text/plain" : "image/png", step: step, time: step * 10_000_000,
                bytes: Self.bytes(at: step).count)
        }
    }

    /// Writes their files into a recording's directory.
    package func write(into directory: String) throws {
        try FileSystem.makeDirectory("\(directory)/attachments")
        for step in steps { try FileSystem.replace("\(directory)/\(Self.name(at: step))", with: Self.bytes(at: step)) }
    }
}
