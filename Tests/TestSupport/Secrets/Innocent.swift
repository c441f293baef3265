/// A name with its value, or a text, in which no secret is.
package struct Innocent: Sendable {
    /// The key; `nil` for a text that stands alone.
    package var key: String?
    package var value: String

    /// The whole list, with values made from a seed: 500 and more.
    package static func all(seed: UInt64) -> [Innocent] {
        var forge = SecretForge(seed: seed)
        return names.map { Innocent(key: $0, value: forge.plainValue()) } + texts.map { Innocent(key: nil, value: $0) }
            + (0..<120).map { _ in Innocent(key: nil, value: forge.plainText()) }
    }

    static let names =
        """
        passenger passengers passengerName passengerCount passage passages passive passport passportCountry passportExpiry passRate passCount passed passing \
        testPassed passThrough bypass bypassed compass compassHeading boardingPass seasonPass overpass passiveVoice password_length passwordLength \
        passwordMinLength passwordStrength passwordPolicy passwordExpiry passwordExpiresAt passwordChangedAt passwordUpdatedAt forgotPasswordURL \
        passwordResetURL passwordRules passwordFieldLabel passwordPlaceholder passwordErrorMessage passwordHelpLink passwordStatus passwordAttempts \
        tokenCount tokenType token_type tokenLimit maxTokens tokenExpiry tokenExpiresIn tokenStatus tokenUsage totalTokens promptTokens completionTokens \
        tokenizer tokenized tokenizationMode tokenIndex tokenLength tokenIssuer tokenEndpoint tokenSymbol tokenDecimals tokenPrice tokenName tokenVersion \
        inputTokens outputTokens nextTokenIndex tokensPerSecond tokenBudget tokenScope tokenProvider tokenRefreshInterval secretary secretaryName secretariat \
        secretion secretCount secretLevel secretSanta secretVersion secretStatus secretsManagerRegion pinned isPinned pinnedAt pinnedMessages pinning spinner \
        spinning spin pinch pinColor pinCount pinLocation pinLatitude pinLength pinStyle pinTitle pinIcon mapPinColor pineapple shipping opinion pinball \
        author authors authorName authority authorities authorizationStatus authorized authorizedAt authorship authMethod authProvider authStatus authType \
        authState authEnabled authenticated authenticatedAt authenticationMethod authenticationType authentic authenticity cookieConsent cookiePolicy \
        cookieCount cookieBannerVisible cookiecutter cookieRecipe cookieDough cookies_accepted cookiePolicyURL keyboard keyboardHeight keyboardType \
        keynote keyframe keyFrame keyPath keyCode keyCount keyName keystroke keypad keyword keywords monkey monkeys donkey turkey hockey jockey primaryKey \
        foreignKey publicKey sortKey cacheKey translationKey partitionKey localizationKey groupKey dictionaryKey objectKey songKey musicalKey answerKey key \
        keyRing keyColor access accessLevel accessCount accessedAt accessibility accessibilityLabel accessory accessories accessMode accessPolicy card cardCount \
        cardTitle cardStyle cardType cardBrand cardNetwork cardColor cards cardboard cardinal cardinality discard scoreCard cardIndex cardStatus account \
        accountType accountStatus accountName accountCount accountant accounting accountCurrency accountCreatedAt session sessionCount sessionDuration \
        sessionStart sessionName sessionStatus sessionTitle sessionType sessionIndex obsession sessions sessionExpiresAt code codes codeName codec codebase \
        codeReview codeSnippet codeBlock errorCode exitCode statusCode countryCode zipCode postalCode postcode areaCode languageCode currencyCode \
        colorCode promoCode couponCode productCode sourceCode httpCode responseCode barcode qrCodeSize airportCode reasonCode unicode decoder encode \
        otpLength otpStatus otpExpiresIn otpEnabled otpionalCount otter iban_country ibanCountry ibanValid bankName bankCountry ibanLength cvvStatus cvvLength \
        cvvRequired ssnVerified ssnStatus jwtIssuer jwtAlgorithm jwtExpiry csrfEnabled csrfHeaderName mnemonicLength mnemonicLanguage credentialType \
        credentialCount credentialStatus credentialProvider seed seedCount seedling randomSeed seeds recoveryRate recoveryTime recoveryStatus \
        security securityLevel securityUpdates securityStatus verification verificationStatus verificationLevel verified verifiedAt license licensePlate \
        licenseType licenseURL licenseName privateMode privateBrowsing isPrivate privacy privacyPolicy client clientName clientCount clientVersion \
        connection connectionCount connectionStatus connectionType connections signing signedAt signature signatureStyle signatureDish signatures \
        encryption encryptionType encryptionEnabled encryptionAlgorithm master masterVolume masterDetail mastery backup backupCount backupDate bearing \
        bearerCount bear bearish forbearance hash hashCode hashtag hashtags commitHash checksum digest salt saltLevel saltwater pepper sugar basicAuthEnabled \
        basic basics hint hints answer answers question questionCount answeredAt secretaryOfState nonce_count userName username userId displayName firstName \
        lastName orderNumber orderId invoiceNumber trackingNumber flightNumber phoneType serialNumberCount version buildNumber colour colorHex fontSize theme \
        latitude longitude altitude temperature quantity total subtotal currency locale timezone deviceModel osVersion appVersion batteryLevel score rank \
        rating level lives progress duration bitrate playlist episode podcast chapter feed subscriptions downloaded position speed volume brightness title \
        subtitle summary body content description note text message comment reply caption headline genre year month weekday hour minute created updated \
        deleted archived starred unread flags labels tags folder path filename extension mimeType encoding length width height depth size weight mass \
        shopping basket checkout cart coupon discount shippingMethod carrier warehouse stock supplier category brand material pattern resetCount \
        senhaLength paroleBoard parolePeriod clavier claveType geheimnisvoll schlüsselwörter motDuJour sécurité passwordless passwordlessEnabled \
        secretlyHappy tokenismIndex pinterestURL pinnacle cookingTime bookieOdds authoringTool tokenomics passionfruit
        """
        .split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)

    static let texts = [
        "let token = nextToken()", "var password: String", "func setPassword(_ password: String)", "the password was wrong",
        "Forgot your password?",
        "Enter your PIN to continue", "please enter the code that we sent to you", "Token::next == x", "if token == nil { return }",
        "error code 500",
        "exit code: 1", "HTTP status code 404", "zip code 90210", "area code 415555", "password: required",
        "Password must be at least 12 characters",
        "token expired", "invalid token", "Your session has expired, sign in again", "secret santa is on 12 December",
        "pin: dropped at the station",
        "passengers: 214", "key: value", "primary key: id", "public key: see the manual", "the key is under the mat", "keys: a, b, c",
        "author: Ann",
        "4111 1111 1111 1112", "order 4111111111111112 shipped", "invoice 2024-000123456789", "tel. +49 30 901820", "call 1-800-555-0199",
        "550e8400-e29b-41d4-a716-446655440000", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "#ff8800", "rgba(255, 136, 0, 0.5)",
        "2026-03-01T12:30:45Z",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "d41d8cd98f00b204e9800998ecf8427e",
        "W/\"5e1f-18a3b2c4d5e\"",
        "https://example.org/forgot-password?lang=en", "https://example.org/articles/how-tokens-work?page=2&sort=author#top",
        "mailto:ann@example.org",
        "https://example.org/a?token_type=id&count=3", "com.example.app-2024-build-17", "Sources/RewindValue/Redaction/Redactor.swift:42",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
        "The quick brown fox jumps over the lazy dog while the band keeps playing on",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor", "ratio 16:9 @ 60 Hz", "The bearer of this letter",
        "basic requirements were met",
        "BEGIN PUBLIC KEY", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----", "task-force-of-the-century-12345", "sk-learn",
        "npm_run_build_everything_twice",
        "hf_model_card", "glance at AKIA", "eyJust.a.joke", "ghost_writer_of_the_century_long", "cookies: yes please",
        "we use cookies to improve", "basic English",
        "Session 12: token economics", "chapter 4: tokenizer", "pinned: true", "secretary: Ann", "cookie: chocolate chip",
        "1763737200000000", "0.4111111111111111",
        "pan: left 24", "pan gesture ended at 375.5, 12.25", "pin: Berlin", "authorization: authorized", "csc: teal",
        "docker run -u node:node",
        "progress 40%3D", "a – b – c", "2024 – 2025", #"{"name": "title", "value": "Salt"}"#, "Option(key: depth, value: 3)",
        "https://example.org/?key=translation-of-the-title&auth=none", "https%3A%2F%2Fexample.org%2F%3Fpage%3D2",
        "test_live_run_of_the_whole_suite",
        "error: password=nil", "token count: 42", "tokens: 1200", "password length: 12", "max tokens = 4096", "session duration: 35 min",
        "pin color: red",
        "authorization status: granted", "auth method: password", "login succeeded with 2 attempts", "account type: savings",
        "card type = visa",
        "security level: 3", "verification status: pending", "milk bread eggs butter flour sugar salt rice beans pasta honey cheese apples",
        "v1.2.3-rc.4+build.567",
    ]
}

extension SecretForge {
    /// A value that any app has.
    mutating func plainValue() -> String {
        switch random.below(7) {
        case 0: String(random.below(5_000))
        case 1: pick(["granted", "pending", "none", "standard", "blue", "weekly", "Berlin", "de-DE", "large", "open"])
        case 2: "2026-0\(1 + random.below(9))-1\(random.below(10))T0\(random.below(10)):15:00Z"
        case 3: "https://example.org/\(pick(["help", "articles", "news"]))/\(random.below(1_000))"
        case 4: pick(["Ann Lee", "The second chapter", "A walk in the park", "spring sale", "visa"])
        case 5: String(random.below(100)) + " " + pick(["min", "km", "%", "pt"])
        default: pick(["true", "yes", "v2", "n/a", "EUR", "RS256", "x-large"])
        }
    }

    /// Identities, hashes, numbers and prose.
    mutating func plainText() -> String {
        switch random.below(8) {
        case 0: [8, 4, 4, 4, 12].map { characters(Self.hex, $0) }.joined(separator: "-")
        case 1: characters(Self.hex, pick([7, 32, 40, 64]))
        case 2: "order \(characters(Self.digits, 10)) of \(pick(["Ann", "Bob"])), \(random.below(90) + 10).\(random.below(90) + 10) EUR"
        case 3: "#" + characters(Self.hex, 6)
        case 4: "IMG_\(characters(Self.digits, 8))_\(characters(Self.digits, 6)).jpg"
        case 5:
            "\(random.below(24)):\(random.below(50) + 10) \(pick(["loaded", "saved", "opened"])) \(random.below(900)) rows in \(random.below(90)) ms"
        case 6:
            (0..<14).map { _ in
                pick([
                    "the", "river", "was", "wide", "and", "people", "came", "from", "every", "town", "to", "see", "it", "shine", "at",
                    "night", "bridge",
                ])
            }.joined(separator: " ")
        default: "user_\(characters(Self.lower, 6)) \(pick(["liked", "shared", "opened"])) post \(random.below(100_000))"
        }
    }
}
