import RewindRedaction
import RewindValue

/// How texts and numbers are masked while they are encoded.
struct Masking {
    /// Not retained: the redactor owns it, and is owned by the log at the root of the path or by the caller.
    private let policy: Unmanaged<MaskingPolicy>
    private(set) var mode = Mode.masked

    enum Mode: Equatable {
        /// Texts and long numbers get pseudonyms.
        case masked
        /// Likewise, and the numbers that the rule of a key above hides are 0.
        case covered(as: SecretKind)
        /// Everything is recorded as it is, except for the shapes of secrets.
        case asIs
    }

    init(_ policy: MaskingPolicy) { self.policy = .passUnretained(policy) }

    private var own: MaskingPolicy { policy._withUnsafeGuaranteedRef { $0 } }

    /// The masking inside a value of a type; `nil` if it is the same as outside.
    @inline(__always)
    func inside(_ plan: SourceTraits) -> Masking? {
        if mode != .masked { return nil }
        return plan.isRecordedAsIs || policy._withUnsafeGuaranteedRef { $0.types.contains(plan.id) } ? with(.asIs) : nil
    }

    private func with(_ mode: Mode) -> Masking {
        var masking = self
        masking.mode = mode
        return masking
    }

    /// The positions one step down in the tree of places that are declared safe, and the masking there; without positions, at the root.
    func entering(_ step: CodingPath.Step?, from places: [Int] = []) -> (places: [Int], masking: Masking) {
        let next: [Int] =
            switch step {
            case nil: own.places.start
            case .key(let key): own.places.next(places, key.stringValue)
            case .entry(let key, _): own.places.next(places, key)
            case .index, .element: own.places.next(places, nil)
            case .inside: places
            }
        return (next, mode == .masked && own.places.rule(next) != nil ? with(.asIs) : self)
    }

    /// The recorded form of an entry's key, and the masking below it.
    ///
    /// The rules see a key that is recorded as it is once everything is encoded, and cover, and count, what is below it. What a key with a
    /// pseudonym covers is covered here, since the key is unknown later.
    ///
    /// - Parameters:
    ///   - isSafe: whether keys of this type are recorded as they are.
    ///   - log: keeps the recorded forms of keys, which recur.
    func entry(_ key: String, isNumber: Bool, isSafe: Bool, log: EncodingLog?) -> (written: String, below: Masking) {
        let entry = (isNumber ? nil : log?.entry(key, by: own)) ?? own.entry(key, isNumber: isNumber)
        var (written, isHidden) = (entry.written, entry.isHidden)
        if mode == .asIs || mode == .masked && isSafe {
            written = own.recorded(key)
            isHidden = !written.isIdentical(to: key)
        }
        return (written, isHidden ? entry.secret.map { with(.covered(as: $0)) } ?? self : self)
    }

    func written(_ text: String) -> String { mode == .asIs ? own.recorded(text) : own.masker.masked(text) }

    func written(_ number: JSONNumber) -> JSONNumber {
        switch mode {
        case .masked: own.masker.masked(number)
        case .covered(let secret): own.covered(number, as: secret)
        case .asIs: own.recorded(number)
        }
    }

    /// The recorded form of bytes: all of them, or as many others.
    func written(_ bytes: [UInt8]) -> [UInt8] { mode == .asIs ? bytes : own.masker.masked(bytes) }

    /// What of elements is recorded, if they are bytes; `nil` if they are not.
    func written<Element>(bytes elements: UnsafeBufferPointer<Element>) -> JSONValue? {
        guard Self.areBytes(Element.self) else { return nil }
        func value(_ byte: UInt8) -> JSONValue {
            .number(Element.self == Int8.self ? JSONNumber(Int8(bitPattern: byte)) : JSONNumber(byte))
        }
        return .array(written(Array(UnsafeRawBufferPointer(elements))).map(value))
    }

    /// Whether the elements of an array are bytes, which are masked together.
    static func areBytes<T>(_ type: T.Type) -> Bool { type == UInt8.self || type == Int8.self }

    /// Masks a text in place right after it was written, between the quotes of a JSON string without escapes; `false` if that is not
    /// possible.
    @inline(__always)
    func maskInPlace(_ text: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        if mode == .asIs { return false }
        policy._withUnsafeGuaranteedRef { $0.masker.mask(text) }
        return true
    }
}
