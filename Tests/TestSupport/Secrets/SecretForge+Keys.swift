extension SecretForge {
    static let words: [[String]] = [
        ["password"], ["passwd"], ["pwd"], ["passphrase"], ["passcode"], ["pin"], ["secret"], ["token"], ["authorization"], ["cookie"],
        ["credential"], ["jwt"], ["otp"], ["cvv"], ["ssn"], ["iban"], ["mnemonic"], ["api", "key"], ["access", "key"], ["private", "key"],
        ["secret", "key"], ["signing", "key"], ["encryption", "key"], ["master", "key"], ["card", "number"], ["account", "number"],
        ["security", "code"], ["session", "id"], ["seed", "phrase"], ["recovery", "code"], ["verification", "code"],
        ["passport", "number"],
        ["connection", "string"], ["client", "secret"], ["refresh", "token"], ["csrf"], ["auth"], ["pass"], ["auth", "header"],
        ["backup", "code"], ["license", "key"], ["routing", "number"], ["security", "answer"], ["social", "security", "number"],
        ["driver", "license", "number"], ["tax", "id"], ["national", "id"], ["webhook", "secret"], ["storage", "key"], ["deploy", "key"],
    ]
    static let befores = ["user", "db", "old", "new", "my", "session", "admin", "current", "login", "app", "wifi", "smtp", "device"]

    mutating func keyed(_ kind: String, _ key: String) -> PlantedSecret {
        let secret = password()
        return PlantedSecret("key: " + kind, .keyed(key: key, value: secret), core: secret)
    }

    /// Key words one after the other in the usual styles.
    package mutating func plainKey() -> PlantedSecret {
        var words = pick(Self.words)
        if random.below(2) == 0 { words.insert(pick(Self.befores), at: 0) }
        return keyed("words", styled(words))
    }

    mutating func styled(_ words: [String]) -> String {
        switch random.below(6) {
        case 0: words.joined(separator: "_")
        case 1: words.joined(separator: "-")
        case 2: words.map { $0.uppercased() }.joined(separator: "_")
        case 3: words.map(\.capitalizedFirst).joined(separator: "-")
        case 4: words.map(\.capitalizedFirst).joined()
        default: words[0] + words.dropFirst().map(\.capitalizedFirst).joined()
        }
    }

    /// No sign of where the one word ends.
    package mutating func compoundKey() -> PlantedSecret {
        if random.below(4) == 0 {
            return keyed(
                "compound",
                pick(
                    """
                    WWW-Authenticate, PHPSESSID, JSESSIONID, ASP.NET_SessionId, connect.sid, csrftoken, XSRF-TOKEN, X-CSRFToken, \
                    X-Auth-Token, X-Amz-Security-Token, Set-Cookie, Proxy-Authorization, sessionid, X-Api-Key, authtoken, PGPASSWORD, \
                    MYSQL_PWD, AWS_SECRET_ACCESS_KEY, GITHUB_TOKEN, NPM_TOKEN, DATABASE_URL_PASSWORD, sid_token, \
                    requestverificationtoken
                    """
                    .split(separator: ", ").map { String($0) }))
        }
        var words = pick(Self.words)
        if words.count == 1 || random.below(2) == 0 { words.insert(pick(Self.befores), at: 0) }
        return keyed("compound", words.joined())
    }

    /// A word with a joint in its middle.
    package mutating func dividedKey() -> PlantedSecret {
        let parts = pick([
            ["pass", "word"], ["pass", "code"], ["pass", "phrase"], ["pass", "wd"], ["api", "key"], ["auth", "token"],
            ["log", "in", "password"],
        ])
        let joint = pick(["_", "-", " ", ".", "__", "/"])
        return keyed("divided", (random.below(2) == 0 ? parts : parts.map(\.capitalizedFirst)).joined(separator: joint))
    }

    package mutating func foreignKey() -> PlantedSecret {
        keyed(
            "language",
            pick(
                """
                Passwort, passwort, Kennwort, benutzerPasswort, geheimnis, geheimzahl, Schlüssel, zugangsdaten, kontonummer, \
                Sicherheitscode, kreditkartennummer, contraseña, contrasena, clave, claveSecreta, tarjetaDeCredito, código_de_seguridad, \
                motDePasse, mot_de_passe, mdp, motdepasse, codeSecret, numéroDeCarte, senha, senhaAtual, palavra_passe, segredo, \
                parolaChiave, parola d'ordine, codiceSegreto, chiavePrivata, wachtwoord, nieuwWachtwoord, geheim, rekeningnummer, hasło, \
                haslo, noweHasło, tajnyKlucz, пароль, новый_пароль, секрет, токен, şifre, sifre, parola, 密码, 密碼, 口令, 验证码, 密钥, 用户密码, \
                パスワード, 暗証番号, 秘密鍵, 비밀번호, 암호, 인증번호, كلمة المرور, كلمة السر, رمز التحقق, पासवर्ड, कूटशब्द, lösenord, adgangskode, passord, \
                salasana, heslo, jelszó, κωδικός, סיסמה, mật khẩu, matKhau, รหัสผ่าน, kata_sandi, parolă, лозинка, пароль пользователя
                """
                .split(separator: ", ").map { String($0) }))
    }

    /// With marks upon its letters.
    package mutating func accentedKey() -> PlantedSecret {
        let word = pick(["password", "secret", "token", "passcode", "apiKey", "cookie", "userPassword", "accessToken", "privateKey"])
        let marked: [Character: Character] = ["a": "á", "e": "ë", "o": "ö", "i": "î", "s": "š", "c": "ç"]
        return keyed("diacritics", String(word.map { marked[$0] ?? $0 }))
    }

    package mutating func numberKey() -> PlantedSecret {
        let number = Int64(random.below(900_000_000)) + 100_000_000
        let key = styled(
            pick([
                ["pin"], ["user", "pin"], ["otp"], ["one", "time", "code"], ["account", "number"], ["ssn"], ["security", "code"],
                ["passcode"],
            ]))
        return PlantedSecret("key: number", .keyedNumber(key: key, value: number), core: String(number))
    }
}
