import RewindRedaction
import RewindValue

/// How the texts and numbers at a place are masked while it is encoded.
struct Masking {
    /// Not retained: the redactor owns it, and is owned by the log at the root of the path or by the caller.
    private let policy: Unmanaged<MaskingPolicy>
    private(set) var mode = Mode.masked
    /// Whether no place below can be declared safe.
    private var closesPlaces = false
    /// Whether a key above has a pseudonym, so that no rule knows the place once everything is encoded.
    private var hidesKeys = false

    enum Mode {
        /// Texts and long numbers get pseudonyms.
        case masked
        /// Likewise, and short numbers are 0: a key above is a secret's.
        case covered
        /// Everything is recorded as it is, except for the shapes of secrets.
        case asIs
    }

    init(_ policy: MaskingPolicy) { self.policy = .passUnretained(policy) }

    private var own: MaskingPolicy { policy._withUnsafeGuaranteedRef { $0 } }

    /// Whether masking depends on the place of a value.
    var asksForPlaces: Bool { policy._withUnsafeGuaranteedRef { $0.asksForPlaces } }

    /// Whether one value may be recorded in several ways, depending on its surroundings.
    var changesWithPlace: Bool { mode != .masked || closesPlaces || asksForPlaces }

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

    /// The recorded form of an entry's key, and the masking below it.
    ///
    /// The rules see a key that is recorded as it is once everything is encoded, and cover, and count, what is below it. What a key with a
    /// pseudonym covers is covered here, since the key is unknown later.
    ///
    /// - Parameter isSafe: whether keys of this type are recorded as they are.
    func entry(_ key: String, isNumber: Bool, isSafe: Bool, of path: CodingPath) -> (written: String, below: Masking) {
        let entry = (isNumber ? nil : path.log?.entry(key, by: own)) ?? own.entry(key, isNumber: isNumber)
        let isNamed = asksForPlaces && !closesPlaces && own.names(path, key)
        let isOpen = isAsIs(path) || mode != .covered && (isSafe || isNamed)
        var (written, isHidden) = (entry.written, entry.isHidden)
        if isOpen {
            written = own.recorded(key)
            isHidden = !written.isIdentical(to: key)
        }
        var below = isHidden && entry.isSecret ? with(.covered) : self
        if isHidden { below.hidesKeys = true }
        return (written, below)
    }

    /// What is masked in the keys of a dictionary that encodes as an array: they are declared safe with the whole dictionary only.
    func keys(of path: CodingPath) -> Masking {
        var masking = isAsIs(path) ? with(.asIs) : self
        masking.closesPlaces = true
        return masking
    }

    /// What of a text is recorded.
    func written(_ text: String, at path: @autoclosure () -> CodingPath) -> String {
        if isCovered(path()) { return own.masker.masked(text) }
        return isAsIs(path()) ? own.recorded(text) : own.masker.masked(text)
    }

    /// What of a number is recorded.
    func written(_ number: JSONNumber, at path: @autoclosure () -> CodingPath) -> JSONNumber {
        if isCovered(path()) { return .int(0) }
        return isAsIs(path()) ? own.recorded(number) : own.masker.masked(number)
    }

    /// The recorded form of bytes: all of them, or as many others.
    func written(_ bytes: [UInt8], at path: @autoclosure () -> CodingPath) -> [UInt8] {
        isAsIs(path()) && !isCovered(path()) ? bytes : own.masker.masked(bytes)
    }

    /// What of elements is recorded, if they are bytes; `nil` if they are not.
    func written<Element>(bytes elements: UnsafeBufferPointer<Element>, at path: @autoclosure () -> CodingPath) -> JSONValue? {
        guard Self.areBytes(Element.self) else { return nil }
        func value(_ byte: UInt8) -> JSONValue {
            .number(Element.self == Int8.self ? JSONNumber(Int8(bitPattern: byte)) : JSONNumber(byte))
        }
        let bytes = Array(UnsafeRawBufferPointer(elements))
        return .array(written(bytes, at: path().index(0)).map(value))
    }

    /// Whether the elements of an array are bytes, which are masked together.
    static func areBytes<T>(_ type: T.Type) -> Bool { type == UInt8.self || type == Int8.self }

    /// What of any JSON is recorded.
    func written(_ value: JSONValue, at path: @autoclosure () -> CodingPath) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .string(let text): .string(written(text, at: path()))
        case .number(let number): .number(written(number, at: path()))
        case .array(let values):
            .array(values.enumerated().map { index, value in written(value, at: path().index(index)) })
        case .object(let object): value.taggedFloat != nil ? value : .object(written(object, at: path()))
        }
    }

    private func written(_ object: JSONObject, at path: CodingPath) -> JSONObject {
        JSONObject(
            object.map { key, value in
                let place = path.entry(key)
                return (place.writtenKey, (place.masking ?? self).written(value, at: place))
            }
        )
        .sorted(unlessKeysAreThoseOf: object)
    }

    @inline(__always)
    func isAsIs(_ path: @autoclosure () -> CodingPath) -> Bool {
        mode == .asIs || asksForPlaces && mode != .covered && !closesPlaces && own.isAsIs(path())
    }

    /// Whether a rule covers a place that is not known any more once everything is encoded.
    @inline(__always)
    private func isCovered(_ path: @autoclosure () -> CodingPath) -> Bool {
        mode == .covered || hidesKeys && asksForPlaces && own.covers(path())
    }

    /// Masks a text in place right after it was written, between the quotes of a JSON string without escapes; `false` if that is not
    /// possible.
    @inline(__always)
    func maskInPlace(_ text: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        if mode == .asIs || asksForPlaces { return false }
        policy._withUnsafeGuaranteedRef { $0.masker.mask(text) }
        return true
    }

    /// Whether an integer is recorded as it is.
    @inline(__always)
    func leaves(_ magnitude: UInt64) -> Bool { mode != .covered && !Masker.isLong(magnitude) }
}

extension MaskingPolicy {
    /// Whether a place is declared safe.
    func isAsIs(_ path: CodingPath) -> Bool { places.follow(path) == nil }

    /// Whether a place below a path is declared safe, by a pattern that has its key by name.
    func names(_ path: CodingPath, _ key: String) -> Bool { places.follow(path).map { places.names($0, key) } ?? false }

    /// Whether a rule by place covers a place.
    func covers(_ path: CodingPath) -> Bool { covered.follow(path) == nil }
}

extension PatternTree {
    /// The positions at a place, by the app's own keys; `nil` if a pattern has ended on the way.
    fileprivate func follow(_ path: CodingPath) -> [Int]? {
        var found = start
        var hasEnded = rule(found) != nil
        path.forEachStep { step in
            let token: String?
            switch step {
            case .key(let key): token = key.stringValue
            case .entry(let key, _): token = key
            case .index, .element: token = nil
            case .inside: return
            }
            if hasEnded { return }
            found = next(found, token)
            hasEnded = rule(found) != nil
        }
        return hasEnded ? nil : found
    }
}
