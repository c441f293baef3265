import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// The manifest's file.
extension Writer {
    /// Writes the manifest again if it has changed, with the shapes of the types that are known by now.
    func writeManifestIfChanged() {
        let keys = CodingKeyNames.shapes
        let hasNewKeys = keys.count != keyTypeCount
        keyTypeCount = keys.count
        let changed = core.registry.withLock { registry in
            if hasNewKeys { registry.isChanged = true }
            return registry.typesIfChanged()
        }
        guard let types = changed else { return }
        let shapes = TypeShape.shapes(of: types) + keys
        let known = JSONObject(shapes.map { ($0.name, $0.shape.json) })
        core.registry.withLock { $0.manifest.types = known }
        if core.writeManifest(isDurable: streams.isDurable) { removeGonePictures() }
    }
}
