extension SecretForge {
    /// A text around a secret, or nothing but it.
    mutating func around(_ secret: String) -> String {
        switch random.below(4) {
        case 0: secret
        case 1: "the server sent \(secret), so we went on"
        case 2: "[\(secret)]"
        default: "2026-03-01 info: retry with \(secret)"
        }
    }

    /// Keys and tokens of services, by their documented prefixes.
    package mutating func serviceToken() -> PlantedSecret {
        let (head, alphabet, count, tail): (String, [Character], Int, String) = pick([
            ("ghp_", Self.alphanumeric, 36, ""), ("gho_", Self.alphanumeric, 36, ""), ("ghs_", Self.alphanumeric, 36, ""),
            ("github_pat_", Self.alphanumeric, 82, ""), ("glpat-", Self.base64url, 20, ""), ("gldt-", Self.base64url, 20, ""),
            ("glrt-", Self.base64url, 20, ""), ("glptt-", Self.hex, 40, ""), ("GR1348941", Self.base64url, 20, ""),
            ("AKIA", Self.upper + Self.digits, 16, ""), ("ASIA", Self.upper + Self.digits, 16, ""),
            ("ABIA", Self.upper + Self.digits, 16, ""), ("AIza", Self.base64url, 35, ""), ("ya29.", Self.base64url, 60, ""),
            ("GOCSPX-", Self.base64url, 28, ""), ("1//0", Self.base64url, 60, ""), ("sk-", Self.alphanumeric, 48, ""),
            ("sk-proj-", Self.base64url, 80, ""), ("sk-ant-api03-", Self.base64url, 93, "AA"), ("sk_live_", Self.alphanumeric, 24, ""),
            ("rk_test_", Self.alphanumeric, 24, ""), ("whsec_", Self.alphanumeric, 32, ""),
            ("xoxb-", Self.digits, 12, "-123456789012-AbCdEfGhIjKlMnOpQrSt7890"),
            ("xoxp-", Self.digits, 12, "-123456789012-123456789012-0123456789abcdef"),
            ("xapp-1-", Self.upper, 11, "-1234567890123-0a1b2c3d4e5f"), ("npm_", Self.alphanumeric, 36, ""),
            ("pypi-AgEIcHlwaS5vcmc", Self.base64url, 70, ""), ("hf_", Self.alphanumeric, 34, ""),
            ("SG.", Self.base64url, 22, ".abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"), ("key-", Self.hex, 32, ""),
            ("dop_v1_", Self.hex, 64, ""), ("doo_v1_", Self.hex, 64, ""), ("shpat_", Self.hex, 32, ""), ("shpss_", Self.hex, 32, ""),
            ("sq0atp-", Self.base64url, 22, ""), ("sq0csp-", Self.base64url, 43, ""), ("EAAC", Self.alphanumeric, 120, ""),
            ("dapi", Self.hex, 32, ""), ("dp.pt.", Self.alphanumeric, 43, ""), ("hvs.", Self.base64url, 95, ""),
            ("lin_api_", Self.alphanumeric, 40, ""), ("ntn_", Self.digits, 46, ""), ("secret_", Self.alphanumeric, 43, ""),
            ("pscale_tkn_", Self.base64url, 43, ""), ("PMAK-", Self.hex, 24, "-0123456789abcdef0123456789abcdef01"),
            ("pul-", Self.hex, 40, ""), ("rubygems_", Self.hex, 48, ""), ("sntryu_", Self.hex, 64, ""), ("tfp_", Self.alphanumeric, 59, ""),
            ("xkeysib-", Self.hex, 64, "-a1b2c3d4e5f6a7b8"), ("NRAK-", Self.upper + Self.digits, 27, ""),
            ("glsa_", Self.alphanumeric, 32, "_0a1b2c3d"), ("glc_", Self.base64, 40, ""), ("r8_", Self.alphanumeric, 37, ""),
            ("pplx-", Self.alphanumeric, 48, ""), ("gsk_", Self.alphanumeric, 52, ""), ("xai-", Self.alphanumeric, 80, ""),
            ("AGE-SECRET-KEY-1", Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"), 58, ""), ("LTAI", Self.alphanumeric, 20, ""),
            ("AKID", Self.alphanumeric, 32, ""), ("SK", Self.hex, 32, ""), ("dckr_pat_", Self.base64url, 27, ""),
            ("ATATT3xFfGF0", Self.base64url, 60, ""), ("fo1_", Self.base64url, 43, ""),
            ("tskey-auth-", Self.alphanumeric, 12, "-AbCdEfGh12345678AbCdEfGh12345678"), ("nvapi-", Self.base64url, 64, ""),
            ("figd_", Self.base64url, 40, ""), ("sbp_", Self.hex, 40, ""), ("phc_", Self.alphanumeric, 43, ""),
            ("rdme_", Array("0123456789abcdefghijklmnopqrstuvwxyz"), 70, ""), ("shippo_live_", Self.hex, 40, ""),
            ("CCIPAT_", Self.alphanumeric, 22, "_0123456789abcdef0123456789abcdef01234567"), ("sgp_", Self.hex, 40, ""),
            ("pat7Yq9Lk2Bc3De4F.", Self.hex, 64, ""), ("AQVN", Self.base64url, 36, ""), ("sl.", Self.base64url, 135, ""),
            ("sha256~", Self.base64url, 43, ""), ("HRKU-", Self.base64url, 36, ""), ("sk.eyJ", Self.base64url, 80, ""),
            ("nfp_", Self.alphanumeric, 36, ""),
            ("CFPAT-", Self.base64url, 43, ""), ("pcsk_", Self.alphanumeric, 60, ""), ("bkua_", Self.hex, 40, ""),
            ("access-sandbox-", Self.hex, 36, ""),
        ])
        let core = characters(alphabet, count)
        switch random.below(12) {
        case 0: return webToken()
        case 1:
            let core = characters(Self.base64url, 30)
            return PlantedSecret(
                "shape: token", .text(pick(["Bearer ", "bearer ", "Authorization: Bearer ", "Token "]) + core), core: core)
        case 2:
            let (number, core) = (characters(Self.digits, 9), "A" + characters(Self.base64url, 34))
            return PlantedSecret("shape: token", .text(around("\(number.replacing("0", with: "1")):\(core)")), core: core)
        default: return PlantedSecret("shape: token", .text(around(head + core + tail)), core: core)
        }
    }

    private mutating func webToken() -> PlantedSecret {
        let core = characters(Self.base64url, 40)
        return PlantedSecret("shape: token", .text(around("eyJhbGciOiJIUzI1NiJ9.eyJ\(core).\(characters(Self.base64url, 43))")), core: core)
    }

    package mutating func privateKey() -> PlantedSecret {
        let core = characters(Self.base64, 64)
        let name = pick(["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "SSH2 ENCRYPTED "])
        let end = pick(["\n", "\\n", "\r\n", " ", "\\r\\n"])
        let lines = characters(Self.base64, 64)
        let text: String =
            switch random.below(8) {
            case 0...3: "-----BEGIN \(name)PRIVATE KEY-----\(end)\(core)\(end)\(lines)\(end)-----END \(name)PRIVATE KEY-----"
            case 4: "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n\(core)\n\(lines)\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"
            case 5: "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n\(core)\n\(lines)\n---- END SSH2 ENCRYPTED PRIVATE KEY ----"
            case 6: "-----BEGIN \(name)PRIVATE KEY-----\(end)\(core)"
            default:
                #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","d":"\#(core.replacing("+", with: "-").replacing("/", with: "_"))"}"#
            }
        return PlantedSecret(
            "shape: private key", .text(text), core: text.contains("kty") ? core.replacing("+", with: "-").replacing("/", with: "_") : core)
    }

    package mutating func connection() -> PlantedSecret {
        let core = characters(Self.alphanumeric, 16)
        let long = characters(Self.base64url, 43)
        let host = pick(["db.example.org", "10.0.0.7:5432", "cluster0.mongodb.example"])
        let form = pick(Self.connections)
        var text = form.replacing("CORE", with: core).replacing("LONG", with: long).replacing("HOST", with: host)
        if text.hasPrefix("SCHEME") {
            text = pick(["postgres", "mysql", "redis", "mongodb+srv", "amqp", "ftp", "smb", "ldap", "https"]) + text.dropFirst(6)
        }
        for team in ["TEAM", "BOT"] where text.contains(team) { text = text.replacing(team, with: characters(Self.upper, 7)) }
        return PlantedSecret("shape: connection", .text(around(text)), core: form.contains("CORE") ? core : long)
    }

    private static let connections = [
        "SCHEME://ann:CORE@HOST/main", "redis://:CORE@HOST/0", "Server=HOST;Database=main;User Id=ann;Password=CORE;Encrypt=true",
        "Server=tcp:HOST,1433;Uid=ann;Pwd=CORE;",
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=LONG==;EndpointSuffix=core.windows.net",
        "Endpoint=sb://bus.example.net/;SharedAccessKeyName=root;SharedAccessKey=LONG=",
        "https://b.s3.amazonaws.com/f.png?X-Amz-Credential=AKIA7/2026&X-Amz-Date=2026&X-Amz-Signature=LONG",
        "https://storage.googleapis.com/b/f?GoogleAccessId=a%40b&Expires=1&Signature=LONG%3D",
        "https://shop.blob.core.windows.net/c/f?sv=2024-11-04&se=2026-01-01&sr=b&sp=r&sig=LONG%3D",
        "https://hooks.slack.com/services/T0TEAM/B0BOT/COREabcd", "jdbc:postgresql://HOST/main?user=ann&password=CORE&ssl=true",
        "curl -u ann:CORE https://HOST/", #"{"name": "password", "value": "CORE"}"#, "Header(name: \"X-Api-Key\", value: \"CORE\")",
        "https://HOST/?next=https%3A%2F%2FHOST%2F%3Faccess_token%3DCORE", #"["--password","CORE"]"#,
        "host=HOST port=5432 dbname=main user=ann password=CORE sslmode=require",
    ]

    package mutating func card() -> PlantedSecret {
        let (heads, length) = pick([
            (["4539", "4024"], 16), (["5204", "5512", "2223"], 16), (["3437", "3782"], 15), (["6011", "6445", "6512"], 16),
            (["3610", "3852", "3009"], 14), (["4556"], 13), (["4917"], 19), (["3528", "3570"], 16), (["6221", "6250"], 16), (["6221"], 19),
            (["5018", "6304", "6759"], 12), (["5020", "6761"], 16), (["5893"], 18),
        ])
        var digits = pick(heads).compactMap(\.wholeNumberValue)
        while digits.count < length - 1 { digits.append(random.below(10)) }
        let sum = digits.reversed().enumerated().reduce(0) { sum, item in
            let value = item.offset % 2 == 0 ? item.element * 2 : item.element
            return sum + (value > 9 ? value - 9 : value)
        }
        digits.append((10 - sum % 10) % 10)
        let number = digits.map(String.init).joined()
        if random.below(4) == 0, let value = Int64(number) { return PlantedSecret("shape: card", .number(value), core: number) }
        let joint = length == 12 ? "" : pick(["", " ", "-", ".", "\u{A0}", "_", "/", "\u{202F}", "\u{2009}", "–"])
        var groups: [String] = []
        var rest = number[...]
        for count in length == 15 ? [4, 6, 5] : length == 14 ? [4, 6, 4] : [4, 4, 4, 4, 4] where !rest.isEmpty {
            groups.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let text = groups.joined(separator: joint)
        return PlantedSecret("shape: card", .text(around(text)), core: text)
    }

    package mutating func iban() -> PlantedSecret {
        let (country, count, bank) = pick([
            ("DE", 18, ""), ("FR", 23, ""), ("ES", 20, ""), ("NL", 10, "INGB"), ("GB", 14, "NWBK"), ("AT", 16, ""), ("CH", 17, ""),
            ("PL", 24, ""), ("IT", 22, "X"), ("BE", 12, ""),
        ])
        let account = bank + characters(Self.digits, count)
        var remainder = 0
        for character in account + country + "00" {
            let value = Int(String(character), radix: 36) ?? 0
            remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97
        }
        let check = 98 - remainder
        let number = country + (check < 10 ? "0" : "") + String(check) + account
        guard random.below(2) == 0 else { return PlantedSecret("shape: iban", .text(around(number)), core: number) }
        var groups: [String] = []
        var rest = number[...]
        while !rest.isEmpty {
            groups.append(String(rest.prefix(4)))
            rest = rest.dropFirst(4)
        }
        let text = groups.joined(separator: pick([" ", "-"]))
        return PlantedSecret("shape: iban", .text(around(text)), core: text)
    }
}
