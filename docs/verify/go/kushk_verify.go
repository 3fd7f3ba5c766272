// Package kushk verifies the calls of a Kushk instance to a plugin, with the standard library of Go 1.18.
//
// Copy this file into your project. The formats are described at {hub}/docs/en/reference/wire-formats; the test vectors
// are at {hub}/docs/assets/verify/vectors.json. Each function returns a verdict: "valid", or why the call must be
// refused. Log the verdict, and answer 401 without it. VerifyInstalled decides which credentials to accept.
//
//	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20)) // exactly as received, before any parsing
//	verdict := kushk.VerifyCall([]string{secret}, r.Header.Get("Service-Signature"), body, time.Now().Unix())
package kushk

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

const (
	toleranceSeconds = 300
	minSecretLength  = 16
	maxHeaderLength  = 512
	maxValues        = 4
	maxIssuerLength  = 2048
)

var (
	element     = regexp.MustCompile(`^[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}$`)
	unixSeconds = regexp.MustCompile(`^[1-9][0-9]{0,11}$`)
	hexSha256   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	httpOrigin  = regexp.MustCompile(`^https?://[^/?#@\\\s]+$`)
	detachedJws = regexp.MustCompile(`^([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]{86})$`)
)

// VerifyCall checks Service-Signature with every accepted secret of the installation, the newest and the previous one.
// It returns "valid", "missing", "malformed", "mismatch" (wrong secret, or the body changed) or "stale" (more than five
// minutes before or after now, in Unix seconds).
func VerifyCall(secrets []string, header string, body []byte, now int64) string {
	if header == "" {
		return "missing"
	}
	timestamp, values, ok := parseSignature(header)
	if !ok {
		return "malformed"
	}
	matches := false
	for _, secret := range secrets {
		if len(secret) < minSecretLength {
			continue // An empty environment variable must not verify anything.
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(strconv.FormatInt(timestamp, 10) + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		// All pairs are compared, so that the duration does not reveal which one matched.
		for _, value := range values {
			matches = hmac.Equal(expected, value) || matches
		}
	}
	if !matches {
		return "mismatch"
	}
	if isStale(timestamp, now) {
		return "stale"
	}
	return "valid"
}

// parseSignature returns the time and the v1 values. Unknown schemes are skipped, so that later versions can add some.
func parseSignature(header string) (timestamp int64, values [][]byte, ok bool) {
	if len(header) > maxHeaderLength {
		return 0, nil, false
	}
	for _, part := range strings.Split(header, ",") {
		if !element.MatchString(part) {
			return 0, nil, false
		}
		scheme, value, _ := strings.Cut(part, "=")
		switch scheme {
		case "t":
			if timestamp != 0 || !unixSeconds.MatchString(value) {
				return 0, nil, false
			}
			timestamp, _ = strconv.ParseInt(value, 10, 64)
		case "v1":
			if !hexSha256.MatchString(value) {
				return 0, nil, false
			}
			digest, _ := hex.DecodeString(value)
			values = append(values, digest)
		}
	}
	return timestamp, values, timestamp != 0 && len(values) >= 1 && len(values) <= maxValues
}

func isStale(timestamp, now int64) bool {
	return now-timestamp > toleranceSeconds || timestamp-now > toleranceSeconds
}

// Jwks is a JSON Web Key Set, as /.well-known/jwks.json serves it.
type Jwks struct {
	Keys []struct {
		Kid string `json:"kid"`
		Kty string `json:"kty"`
		Crv string `json:"crv"`
		X   string `json:"x"`
		// ServiceOrigins are those for which an instance may sign with the key.
		ServiceOrigins []string `json:"service_origins"`
	} `json:"keys"`
}

// IssuerClaims is the protected header of Service-Issuer-Signature.
type IssuerClaims struct {
	Alg, Kid, Iss, Aud string
	Iat                int64
}

// IssuerExpectation says what a lifecycle call must carry. An empty Origin (that of api_base) is not checked.
type IssuerExpectation struct {
	PluginID, Origin string
	Now              int64
}

// VerifyIssuer checks Service-Issuer-Signature of a lifecycle call with the keys of a JWKS. It returns "valid",
// "missing", "malformed", "algorithm", "audience" (meant for another plugin), "issuer" (another instance), "stale",
// "unknown_key", "unlisted" (the key is not listed for the origin that signed) or "mismatch".
func VerifyIssuer(keys Jwks, header string, body []byte, expected IssuerExpectation) string {
	if header == "" {
		return "missing"
	}
	claims, ok := ReadIssuer(header)
	switch {
	case !ok:
		return "malformed"
	case claims.Alg != "EdDSA":
		return "algorithm"
	case claims.Aud != expected.PluginID:
		return "audience"
	case expected.Origin != "" && claims.Iss != expected.Origin:
		return "issuer"
	case isStale(claims.Iat, expected.Now):
		return "stale"
	}
	key, origins := keyOf(keys, claims.Kid)
	if key == nil {
		return "unknown_key"
	}
	isListed := false
	for _, origin := range origins {
		isListed = isListed || origin == claims.Iss
	}
	if !isListed {
		return "unlisted"
	}
	parts := detachedJws.FindStringSubmatch(header)
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	signed := parts[1] + "." + base64.RawURLEncoding.EncodeToString(body)
	if err != nil || !ed25519.Verify(key, []byte(signed), signature) {
		return "mismatch"
	}
	return "valid"
}

// KnownInstallation is what is stored of an installation.
type KnownInstallation struct {
	Origin   string   `json:"origin"`  // of api_base
	Secrets  []string `json:"secrets"` // the accepted ones
	IssuedAt int64    `json:"issued_at"`
}

// InstalledCall is an installed call as it was received.
type InstalledCall struct {
	InstallationID, Signature, IssuerSignature string // the headers
	Body                                       []byte
}

// VerifyInstalled decides whether the credentials in an installed call may be stored. known is nil for an installation
// that is not known. Store the Iat of this call (ReadIssuer) as IssuedAt with the credentials. It returns "valid", a
// verdict of VerifyCall or VerifyIssuer, "body" (answer 400), "origin" (another instance) or "replayed" (not signed
// later than the stored credentials).
func VerifyInstalled(keys Jwks, call InstalledCall, known *KnownInstallation, pluginID string, now int64) string {
	origin, secret, isReconnect, ok := installedContent(call)
	if !ok {
		return "body"
	}
	secrets := []string{secret} // A new installation and a reconnect bring the secret that verifies them.
	if known != nil && !isReconnect {
		secrets = known.Secrets
	}
	if verdict := VerifyCall(secrets, call.Signature, call.Body, now); verdict != "valid" {
		return verdict
	}
	expected := IssuerExpectation{PluginID: pluginID, Origin: origin, Now: now}
	verdict := VerifyIssuer(keys, call.IssuerSignature, call.Body, expected)
	if verdict != "valid" || known == nil || !isReconnect {
		return verdict
	}
	claims, _ := ReadIssuer(call.IssuerSignature)
	switch {
	case origin != known.Origin:
		return "origin"
	case claims.Iat <= known.IssuedAt:
		return "replayed"
	}
	return "valid"
}

// installedContent returns the origin of api_base, the secret, and whether it is a reconnect.
func installedContent(call InstalledCall) (origin, secret string, isReconnect, ok bool) {
	var content struct {
		Event          string  `json:"event"`
		InstallationID string  `json:"installation_id"`
		APIBase        string  `json:"api_base"`
		SigningSecret  *string `json:"signing_secret"`
		Reconnect      bool    `json:"reconnect"`
	}
	path := "/i/" + call.InstallationID + "/plugin/v1"
	if json.Unmarshal(call.Body, &content) != nil || content.Event != "installed" || content.SigningSecret == nil {
		return "", "", false, false
	}
	if content.InstallationID != call.InstallationID || !strings.HasSuffix(content.APIBase, path) {
		return "", "", false, false
	}
	origin = strings.TrimSuffix(content.APIBase, path)
	return origin, *content.SigningSecret, content.Reconnect, httpOrigin.MatchString(origin)
}

// ReadIssuer returns the claims WITHOUT verification, only to find the keys of the issuer.
func ReadIssuer(header string) (claims IssuerClaims, ok bool) {
	parts := detachedJws.FindStringSubmatch(header)
	if parts == nil || len(header) > maxIssuerLength {
		return claims, false
	}
	decoded, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return claims, false
	}
	// Names are compared exactly here; json.Unmarshal into a struct would also accept "ALG".
	members := map[string]json.RawMessage{}
	if json.Unmarshal(decoded, &members) != nil {
		return claims, false
	}
	if _, isCritical := members["crit"]; isCritical {
		return claims, false
	}
	texts := map[string]*string{"alg": &claims.Alg, "kid": &claims.Kid, "iss": &claims.Iss, "aud": &claims.Aud}
	for name, target := range texts {
		if string(members[name]) == "null" || json.Unmarshal(members[name], target) != nil {
			return claims, false
		}
	}
	return claims, string(members["iat"]) != "null" && json.Unmarshal(members["iat"], &claims.Iat) == nil
}

// keyOf returns the key, or nil, and the origins for which an instance may sign with it.
func keyOf(keys Jwks, kid string) (ed25519.PublicKey, []string) {
	for _, key := range keys.Keys {
		if key.Kid == kid && key.Kty == "OKP" && key.Crv == "Ed25519" {
			raw, err := base64.RawURLEncoding.DecodeString(key.X)
			if err != nil || len(raw) != ed25519.PublicKeySize {
				return nil, nil
			}
			return raw, key.ServiceOrigins
		}
	}
	return nil, nil
}
