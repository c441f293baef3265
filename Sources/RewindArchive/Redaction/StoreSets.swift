import RewindCapture
import RewindFormat

/// Where sets are in the states and actions of each store of a recording, as far as its manifest tells the types.
struct StoreSets: Sendable {
    private var places = CollectionPlaces()
    private var states: [String: TypedPlaces] = [:]
    private var actionTypes: [String: String] = [:]

    /// None.
    init() {}

    init(_ manifest: Manifest) {
        places = CollectionPlaces(shapes: manifest.types)
        for store in manifest.stores {
            states[store.name] = places.kind(ofType: store.state).map { TypedPlaces(places, $0) }
            actionTypes[store.name] = store.action
        }
    }

    /// Those in the states of a store; `nil` if there are none.
    func state(of store: String) -> TypedPlaces? { states[store] }

    /// Those in an action; `nil` if there are none.
    func action(of store: String, named name: String) -> TypedPlaces? {
        places.kind(ofAction: name, in: actionTypes[store]).map { TypedPlaces(places, $0) }
    }
}
