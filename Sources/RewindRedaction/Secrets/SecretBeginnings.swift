import RewindValue

/// The prefixes of tokens: one row for each service, as documented by the service.
///
/// For a new service, add a row.
struct SecretBeginning: Sendable {
    let shape: SecretShape
    let prefix: String
    /// The number of characters that follow: letters, digits and `-_.~+/=`, or a subset.
    let count: ClosedRange<Int>
    let alphabet: Alphabet
    let source: String

    enum Alphabet: Sendable {
        case any, hex, upper, alphanumeric

        func has(_ byte: UInt8) -> Bool {
            switch self {
            case .any: byte.isBase64URL || byte.isOne(of: ".~+/=")
            case .hex: byte.isHexDigit
            case .upper: byte.isASCIIDigit || (65...90).contains(byte)
            case .alphanumeric: byte.isASCIIAlphanumeric
            }
        }
    }

    /// Whether the prefix identifies the service: then a token may consist of letters alone.
    private var isTelling: Bool { prefix.utf8.count > 4 && !(prefix.utf8.last?.isASCIIAlphanumeric ?? true) }

    /// The range of the token, if one begins at an index.
    func range(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
        guard text[start...].starts(with: prefix.utf8) else { return nil }
        let body = start + prefix.utf8.count
        let end = text.run(from: body, while: alphabet.has)
        guard count.contains(end - body) else { return nil }
        return isTelling || text[body..<end].contains { $0.isASCIIDigit } ? start..<end : nil
    }

    private static func row(
        _ source: String, _ prefixes: String, _ count: ClosedRange<Int> = 20...10_000, _ alphabet: Alphabet = .any,
        as shape: SecretShape = .serviceKey
    ) -> [SecretBeginning] {
        prefixes.split(separator: " ").map {
            SecretBeginning(shape: shape, prefix: String($0), count: count, alphabet: alphabet, source: source)
        }
    }

    static let table: [SecretBeginning] = [
        row("AWS, unique identifiers", "AKIA ASIA ABIA ACCA", 16...16, .upper, as: .awsKey),
        row("GitHub, token prefixes", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", as: .githubToken),
        row("Stripe, key types", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", 8...255, as: .secretKey),
        row("OpenAI, Anthropic and others", "sk-", 16...10_000, as: .secretKey),
        row(
            "GitLab, token overview",
            "glpat- gldt- glrt- glptt- glft- glimt- glsoat- glagent- gloas- glcbt- glrtr- glwt- glffct- GR1348941", 18...300),
        row("Google Cloud, API keys and OAuth 2.0", "AIza ya29. GOCSPX- 1//0"),
        row("Slack, token types", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe.xox xoxc- xoxd- xapp- xwfp-", 10...400),
        row(
            "Slack and Discord, webhooks",
            "hooks.slack.com/services/ hooks.slack.com/workflows/ discord.com/api/webhooks/ discordapp.com/api/webhooks/", 20...200),
        row("Shopify, access tokens", "shpat_ shpca_ shppa_ shpss_ shpua_"),
        row("Square, credentials", "sq0atp- sq0csp- sandbox-sq0csb- sandbox-sq0atb-"),
        row("Stripe and Svix, webhook secrets", "whsec_", 16...200),
        row("Meta, access tokens", "EAA IGQV IGAA", 60...10_000, .alphanumeric),
        row("npm, PyPI, RubyGems, NuGet's neighbours", "npm_ pypi- rubygems_", 30...10_000),
        row("Docker Hub, access tokens", "dckr_pat_ dckr_oat_"), row("JFrog Artifactory, keys", "AKCp", 30...200, .alphanumeric),
        row("DigitalOcean, tokens", "dop_v1_ doo_v1_ dor_v1_", 40...80), row("HashiCorp Vault, tokens", "hvs. hvb. hvr."),
        row("Databricks, tokens", "dapi", 32...32, .hex), row("Doppler, tokens", "dp.pt. dp.st. dp.ct. dp.scim. dp.audit. dp.sa."),
        row("Fly.io, tokens", "fo1_ fm2_", 30...10_000),
        row("Alibaba Cloud, access keys", "LTAI", 12...30, .alphanumeric),
        row("Tencent Cloud, access keys", "AKID", 28...40, .alphanumeric),
        row("Yandex Cloud, API keys", "AQVN", 30...60),
        row("PlanetScale, Supabase, Neon", "pscale_tkn_ pscale_pw_ pscale_oauth_ sbp_ sb_secret_ napi_"),
        row("Tailscale, keys", "tskey-", 16...100), row("OpenShift, tokens", "sha256~", 40...50),
        row("1Password, service accounts", "ops_eyJ", 40...10_000),
        row("Dropbox, short-lived tokens", "sl.", 80...10_000), row("Linear, keys", "lin_api_ lin_oauth_"),
        row("Notion, tokens", "ntn_ secret_", 40...60),
        row("Postman, keys", "PMAK-", 40...80), row("Pulumi, tokens", "pul-", 40...40, .hex),
        row("AWS, session tokens and Bedrock", "IQoJb3JpZ2lu FwoGZXIvYXdzE FQoGZXIvYXdzE ABSKQmVkcm9ja0FQSUtleS", 60...10_000),
        row("Firebase Cloud Messaging, Gemini", "APA91b AQ.Ab", 40...300),
        row("Stripe, ephemeral and organisation keys", "ephkey_ sk_org_", 20...255),
        row("Hugging Face, organisations", "api_org_", 30...50, .alphanumeric), row("OpenAI, sessions", "sess-", 40...64, .alphanumeric),
        row("PayPal, access tokens", "A21AA", 60...200), row("Square, access tokens", "EAAA", 56...64),
        row("Datadog", "ddapp_ ddpat_", 30...80), row("Datadog, client tokens", "pub", 32...32, .hex),
        row("Mapbox, access tokens", "pk.eyJ sk.eyJ tk.eyJ", 40...400), row("Cloudflare, tokens", "cfut_ cfat_ cfk_", 30...100),
        row("Vercel and Netlify, tokens", "vcp_ vci_ vca_ vcr_ vck_ nfp_ nfc_ nfo_ nfu_ nfb_", 24...80),
        row("Heroku, keys", "HRKU-", 30...80), row("Render, keys", "rnd_", 24...60, .alphanumeric),
        row("Buildkite, tokens", "bkua_ bkct_ bkaj_", 36...80), row("SonarQube, tokens", "squ_ sqp_ sqa_", 40...40, .hex),
        row("Contentful, tokens", "CFPAT-", 40...60), row("crates.io, tokens", "cio", 32...36, .alphanumeric),
        row("NuGet, keys", "oy2", 43...43, .alphanumeric), row("Clojars, tokens", "CLOJARS_", 60...60, .hex),
        row("Plaid, access tokens", "access-production- access-sandbox- access-development-", 36...36),
        row("Razorpay, keys", "rzp_live_ rzp_test_", 14...14, .alphanumeric), row("Flutterwave, keys", "FLWSECK- FLWSECK_TEST-", 30...60),
        row("Mollie and Lob, keys", "live_ test_", 30...36, .alphanumeric), row("Twitch, tokens", "oauth:", 30...30, .alphanumeric),
        row("Trello, tokens", "ATTA", 64...80, .hex), row("Bitbucket, app passwords", "ATBB", 32...40, .alphanumeric),
        row("Dynatrace, tokens", "dt0c01. dt0s01. dt0s02. dt0s16.", 60...120), row("Infracost, keys", "ico-", 32...32, .alphanumeric),
        row("JFrog, reference tokens", "cmVmdGtu", 50...70, .alphanumeric), row("ElevenLabs, keys", "sk_", 48...48, .hex),
        row("Fireworks, Together, Pinecone, Tavily, LlamaCloud, Cerebras", "fw_ tgp_v1_ pcsk_ tvly- llx- csk-", 22...120),
        row("Mercado Pago, tokens", "APP_USR-", 50...90), row("Brevo, SMTP keys", "xsmtpsib-", 60...100),
        row("Apify", "apify_api_", 36...40),
        row("Nostr, BIP 32: private keys", "nsec1 xprv yprv zprv tprv", 58...112, .alphanumeric, as: .privateKey),
        row("Duffel, EasyPost, WakaTime", "duffel_live_ duffel_test_ EZAK EZTK waka_", 36...60),
        row("LinkedIn", "WPL_AP1. WPL_AP0.", 16...80), row("Yandex, tokens", "y0_", 40...80),
        row("Octopus Deploy, keys", "API-", 25...26, .upper),
        row("Sentry, tokens", "sntrys_ sntryu_", 40...10_000),
        row("Grafana, tokens", "glsa_ glc_", 30...400), row("New Relic, keys", "NRAK-", 20...40),
        row("PostHog, keys", "phc_ phx_", 30...60),
        row("Sourcegraph, ReadMe, Figma, CircleCI", "sgp_ rdme_ figd_ CCIPAT_", 30...200),
        row("Atlassian, tokens", "ATATT3 ATCTT3", 40...300),
        row("Airtable, tokens", "pat", 70...100), row("HubSpot, private apps", "pat-", 36...60), row("Typeform, tokens", "tfp_", 40...80),
        row("SendGrid, keys", "SG.", 30...100), row("Brevo, keys", "xkeysib-", 60...100), row("Mailgun, keys", "key-", 32...32, .hex),
        row("Twilio, API keys", "SK", 32...32, .hex), row("Shippo, tokens", "shippo_live_ shippo_test_", 30...60),
        row("Hugging Face, tokens", "hf_", 30...50, .alphanumeric), row("Replicate, tokens", "r8_", 30...50),
        row("Perplexity, Groq, xAI, NVIDIA, LangSmith, RunPod", "pplx- gsk_ xai- nvapi- lsv2_ rpa_", 38...200),
        row("age, secret keys", "AGE-SECRET-KEY-1", 40...80, .upper, as: .privateKey), row("RFC 8959", "secret-token:", 12...400),
    ].flatMap { $0 }
}

/// The table, indexed for lookups where a word begins.
enum SecretPrefixIndex {
    /// The rows by their first two bytes.
    private static let rows = Dictionary(grouping: SecretBeginning.table) { row in
        let bytes = Array(row.prefix.utf8)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    @inline(__always)
    static func token(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (shape: SecretShape, range: Range<Int>)? {
        guard start + 1 < text.count, bits[Int(text[start])] >> UInt64(text[start + 1] & 63) & 1 != 0,
            let found = rows[UInt16(text[start]) << 8 | UInt16(text[start + 1])]
        else { return nil }
        for row in found { if let range = row.range(in: text, at: start) { return (row.shape, range) } }
        return nil
    }

    /// For each first byte, bits for the second bytes of the rows, by their lower six bits; never freed.
    private nonisolated(unsafe) static let bits: UnsafePointer<UInt64> = {
        let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        bits.initialize(repeating: 0, count: 256)
        for row in SecretBeginning.table {
            let bytes = Array(row.prefix.utf8)
            bits[Int(bytes[0])] |= 1 << UInt64(bytes[1] & 63)
        }
        return UnsafePointer(bits)
    }()
}
