/// Secrets that the rules were not made with: written down after them, and never used to better them.
///
/// What is found of these says what to expect of an app that nobody has seen. If a rule is changed because of one of them, another takes
/// its place.
package enum HeldOut {
    package static func next(_ forge: inout SecretForge) -> PlantedSecret {
        let word = forge.characters(SecretForge.alphanumeric, 16)
        switch forge.random.below(4) {
        case 0...1:
            let key = forge.pick(keys)
            return PlantedSecret("held out: key", .keyed(key: key, value: word), core: word)
        case 2:
            let text = forge.pick(texts).replacing("%", with: word)
            return PlantedSecret("held out: text", .text(text), core: word)
        default:
            let (head, alphabet, count) = forge.pick(shapes)
            let core = forge.characters(alphabet, count)
            return PlantedSecret("held out: shape", .text(forge.pick(["", "value ", "\"", "="]) + head + core), core: core)
        }
    }

    private static let keys = """
        accountPassword, passwordInput, enteredPassword, typedPin, pinEntry, pinDigits, tempPassword, initialPassword, passwordRepeat, \
        plainTextPassword, pwdHash, userPass, sshPass, db.pass, svcPassword, kioskPin, vaultPin, lockscreenPin, partnerToken, \
        sessionJwt, refreshJWT, tokenSecret, access_secret, app_token, installationToken, magicToken, emailVerificationToken, \
        unsubscribeToken, ssoToken, samlAssertionToken, kerberosTicket, ntlmHash, basicAuthCredentials, authorizationHeader, \
        authHeaderValue, cookieJar, cookieHeader, sessionCookie, csrfmiddlewaretoken, __RequestVerificationToken, laravel_session_id, \
        x-amz-security-token, X-Goog-Api-Key, Ocp-Apim-Subscription-Key, x-functions-key, apikeyv2, publicApiSecret, mapboxAccessToken, \
        twilioAuthToken, stripeWebhookSecret, paypalClientSecret, s3SecretKey, storageAccountKey, cosmosDbKey, \
        serviceBusConnectionString, mongoConnectionString, databaseCredentials, rsaKey, ed25519PrivateKey, hdWalletSeed, walletMnemonic, \
        twelveWords, seedWords, encryptionPassphrase, diskEncryptionKey, dataEncryptionKey, keyEncryptionKey, signingSecretV2, hmacKey, \
        deviceUnlockCode, twoFactorSecret, otpauthSecret, backupCode1, emergencyCode, cardVerificationValue, primaryAccountNumber, \
        debitCardNumber, cardExpiryAndCvv, ibanNumber, bankRoutingNumber, bankPin, taxpayerIdentificationNumber, socialInsuranceNumber, \
        driverLicenseNo, identityCardNumber, passportNr, geheimwort, Geheimcode, passwort_wiederholen, claveDeAcceso, \
        contraseña_antigua, código_pin, mot-de-passe, clé_api, motDePasseOublié, palavraPasse, senhaDoUsuario, passwordUtente, \
        chiaveApi, hasłoUżytkownika, kodPin, парольБазы, секретный_ключ, кодДоступа, 登录密码, 支付密码, ログインパスワード, アクセストークン, 비밀번호2, 액세스토큰, \
        كلمة_المرور, रहस्य_पासवर्ड, Şifre, pａssword, раsswоrd, seсret, tok\u{2060}en
        """
        .split(separator: ", ").map { String($0) }

    private static let texts = [
        "pwd:%", "Passphrase = %", "PIN code: %", "the token is %", "new password: %, repeat: %", "auth_token=%&uid=7", "?sessionToken=%",
        "Authorization: Token %",
        "Proxy-Authorization: Basic %", "X-CSRF-Token: %", "set-cookie: auth=%; HttpOnly", "curl --header \"Authorization: Bearer %\"",
        "wget --password=% ftp://h/", "psql \"password=% host=db\"",
        "docker login -p % registry.example.org", "--api-key=% -v", "-e DB_PASSWORD=% image", "ENV SECRET_TOKEN %", "setx API_KEY %",
        "apiSecret: '%',", "secretKey => \"%\"", "token := \"%\"",
        "password <- %", "const password = \"%\";", "let apiKey: String = \"%\"", "self.token = Token(\"%\")", "NSLog(password: %)",
        "mssql://sa:%@db:1433", "ldap://cn=admin:%@ldap/",
        "ssh://git:%@host/repo", "https://oauth2:%@gitlab.example.org/a.git", "https://example.org/verify?code_verifier=%",
        "https://example.org/?client_secret=%&x=1", #"{"apiKey" : "%"}"#,
        #"{"credentials":{"secret":"%"}}"#, #"\"refresh_token\":\"%\""#, "<secret>%</secret>", "<apiKey value=\"%\"/>", "api_key:\n- %",
        "[auth]\npassword = %", "Kennwort: %", "clave: %",
        "code secret : %", "hasło: %", "токен: %", "口令：%", "暗証番号: %", "암호=%", "Your recovery key: %", "seed phrase: %",
        "user ann with password % signed in", "AccessKey=%;Endpoint=x",
    ]

    private static let shapes: [(String, [Character], Int)] = [
        ("gho_", SecretForge.alphanumeric, 36), ("ghr_", SecretForge.alphanumeric, 76), ("glrt-", SecretForge.base64url, 20),
        ("sk-svcacct-", SecretForge.base64url, 74), ("sk-admin-", SecretForge.base64url, 58), ("rk_test_", SecretForge.alphanumeric, 99),
        ("xoxe.xoxp-1-", SecretForge.alphanumeric, 160), ("xapp-1-A0-", SecretForge.hex, 64),
        ("ASIA", SecretForge.upper + Array("234567"), 16), ("LTAI5t", SecretForge.alphanumeric, 18),
        ("dp.pt.", SecretForge.alphanumeric, 43), ("hvb.", SecretForge.base64url, 140), ("pul-", SecretForge.hex, 40),
        ("rubygems_", SecretForge.hex, 48), ("shpca_", SecretForge.hex, 32), ("shppa_", SecretForge.hex, 32),
        ("tfp_", SecretForge.base64url, 59), ("NRAK-", SecretForge.upper + SecretForge.digits, 27), ("gsk_", SecretForge.alphanumeric, 52),
        ("pplx-", SecretForge.alphanumeric, 48), ("secret_", SecretForge.alphanumeric, 43),
        ("ntn_1234567890", SecretForge.alphanumeric, 36), ("AKCp8", SecretForge.alphanumeric, 68),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", SecretForge.base64, 64), ("basic ", SecretForge.base64, 32),
        ("bearer ", SecretForge.base64url, 64), ("EAAG", SecretForge.alphanumeric, 150),
        ("eyJ0eXAiOiJKV1QifQ.eyJ", SecretForge.base64url, 60), ("rpa_", SecretForge.alphanumeric, 40), ("lsv2_pt_", SecretForge.hex, 42),
        ("sntryu_", SecretForge.hex, 64), ("SK", SecretForge.hex, 32),
    ]
}
