package import RewindValue

/// The places of sets in values of one type.
package struct TypedPlaces: Sendable {
    let places: CollectionPlaces
    let kind: CollectionPlaces.Kind

    /// The places in values of which so much is known.
    package init(_ places: CollectionPlaces, _ kind: CollectionPlaces.Kind) { (self.places, self.kind) = (places, kind) }

    /// A masked value with its sets sorted by what is written.
    package func sorted(_ value: JSONValue) -> JSONValue { places.sorted(value, kind) }

    func outermostSet(on pointer: JSONPointer, in value: JSONValue) -> JSONPointer? { places.outermostSet(on: pointer, in: value, kind) }
    func kind(at pointer: JSONPointer, in value: JSONValue) -> CollectionPlaces.Kind? { places.kind(at: pointer, in: value, kind) }
}
