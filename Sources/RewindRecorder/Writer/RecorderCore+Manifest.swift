import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// The manifest's file.
extension RecorderCore {
    /// Writes the manifest again if it has changed, with the shapes of the types that are known by now.
    func tendManifest() {
        let (types, isChanged) = registry.withLock { registry in
            defer { registry.isChanged = false }
            return (registry.types, registry.isChanged)
        }
        guard isChanged else { return }
        let shapes = TypeShape.shapes(of: types)
        let known = JSONObject(shapes.map { ($0.name, $0.shape.json) })
        registry.withLock { $0.manifest.types = known }
        writeManifest(isDurable: configuration.durability != .process)
    }

    /// Writes the manifest as it is now: one thread after the other, so that none writes over what a later one wrote.
    ///
    /// - Parameter isDurable: whether to wait until the disk has it, as only the writer's thread may.
    func writeManifest(isDurable: Bool = false) {
        manifestFile.withLock { _ in
            var (manifest, isExiting) = registry.withLock { ($0.manifest, $0.isExiting && !$0.isStopping) }
            if isExiting { exitFacts().complete(&manifest) }
            do throws(RecordingError) {
                try directory.write(manifest, isDurable: isDurable)
            } catch {
                configuration.onEvent?(.statesDelayed(error))
            }
        }
    }
}
