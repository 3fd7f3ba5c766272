"""Verifies the calls of a Kushk instance to a plugin, with nothing but Python 3.8 and its standard library.

Copy this file into your project. The formats are described at {hub}/docs/en/reference/wire-formats; the test vectors
are at {hub}/docs/assets/verify/vectors.json. Each function returns a verdict: "valid", or why the call must be
refused. Log the verdict, and answer 401 without it. `verify_installed` decides which credentials to accept.

    verdict = verify_call([secret], request.headers.get("Service-Signature"), raw_body, time.time())
    verdict = verify_issuer(jwks, request.headers.get("Service-Issuer-Signature"), raw_body,
                            plugin_id="ir.acme.invoices", origin="https://assistant.example", now=time.time())

`raw_body` is the body exactly as it was received: bytes, before any parsing.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re

TOLERANCE_SECONDS = 300
_MIN_SECRET_LENGTH = 16
_MAX_HEADER_LENGTH = 512
_MAX_VALUES = 4
_MAX_ISSUER_LENGTH = 2048

_ELEMENT = re.compile(r"[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}")
_TIMESTAMP = re.compile(r"[1-9][0-9]{0,11}")
_HEX_SHA256 = re.compile(r"[0-9a-f]{64}")
_ORIGIN = re.compile(r"https?://[^/?#@\\\s]+")
_DETACHED_JWS = re.compile(r"([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]{86})")


def verify_call(secrets, header, body, now):
    """Checks `Service-Signature` with every accepted secret of the installation, the newest and the previous one.

    Returns "valid", "missing", "malformed", "mismatch" (wrong secret, or the body changed) or "stale" (more than five
    minutes before or after `now`, in Unix seconds).
    """
    if not header:
        return "missing"
    parsed = _parse_signature(header)
    if parsed is None:
        return "malformed"
    timestamp, values = parsed
    matches = False
    for secret in secrets:
        if len(secret) < _MIN_SECRET_LENGTH:
            continue  # An empty environment variable must not verify anything.
        expected = hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()
        # All pairs are compared, so that the duration does not reveal which one matched.
        for value in values:
            matches = hmac.compare_digest(expected, value) or matches
    if not matches:
        return "mismatch"
    return "valid" if abs(int(now) - timestamp) <= TOLERANCE_SECONDS else "stale"


def _parse_signature(header):
    """Returns the time and the `v1` values. Unknown schemes are skipped, so that later versions can add some."""
    if len(header) > _MAX_HEADER_LENGTH:
        return None
    timestamp, values = None, []
    for element in header.split(","):
        if not _ELEMENT.fullmatch(element):
            return None
        scheme, value = element.split("=", 1)
        if scheme == "t":
            if timestamp is not None or not _TIMESTAMP.fullmatch(value):
                return None
            timestamp = int(value)
        elif scheme == "v1":
            if not _HEX_SHA256.fullmatch(value):
                return None
            values.append(value)
    return (timestamp, values) if timestamp is not None and 0 < len(values) <= _MAX_VALUES else None


def verify_issuer(jwks, header, body, *, plugin_id, origin, now):
    """Checks `Service-Issuer-Signature` of a lifecycle call with the keys of a JWKS.

    `origin` is the origin of `api_base`, or None when it is not known. Returns "valid", "missing", "malformed",
    "algorithm", "audience" (meant for another plugin), "issuer" (another instance), "stale", "unknown_key", "unlisted" (the
    key is not listed for the origin that signed) or "mismatch".
    """
    if not header:
        return "missing"
    parts = _issuer_parts(header)
    if parts is None:
        return "malformed"
    protected, signature, claims = parts
    if claims["alg"] != "EdDSA":
        return "algorithm"
    if claims["aud"] != plugin_id:
        return "audience"
    if origin is not None and claims["iss"] != origin:
        return "issuer"
    if abs(int(now) - claims["iat"]) > TOLERANCE_SECONDS:
        return "stale"
    key, origins = _key_of(jwks, claims["kid"])
    if key is None:
        return "unknown_key"
    if claims["iss"] not in origins:
        return "unlisted"
    signed = protected.encode() + b"." + base64.urlsafe_b64encode(body).rstrip(b"=")
    return "valid" if ed25519_verify(key, signed, signature) else "mismatch"


def verify_installed(jwks, call, *, plugin_id, known, now):
    """Decides whether the credentials in an `installed` call may be stored.

    `call` has `installation_id` (the header), `signature`, `issuer_signature` and `body`. `known` is what is stored of the
    installation: its `origin` (of `api_base`), its accepted `secrets`, and `issued_at`, the `iat` of the last `installed`
    that was accepted; None for an installation that is not known. Store the `iat` of this call with the credentials.
    Returns "valid", a verdict of `verify_call` or `verify_issuer`, "body" (answer 400), "origin" (another instance) or
    "replayed" (not signed later than the stored credentials).
    """
    content = _installed_content(call)
    if content is None:
        return "body"
    origin, secret, is_reconnect = content
    # A new installation and a reconnect bring the secret that verifies them.
    secrets = [secret] if known is None or is_reconnect else known["secrets"]
    verdict = verify_call(secrets, call["signature"], call["body"], now)
    if verdict != "valid":
        return verdict
    header = call["issuer_signature"]
    verdict = verify_issuer(jwks, header, call["body"], plugin_id=plugin_id, origin=origin, now=now)
    if verdict != "valid" or known is None or not is_reconnect:
        return verdict
    if origin != known["origin"]:
        return "origin"
    return "valid" if read_issuer(header)["iat"] > known["issued_at"] else "replayed"


def _installed_content(call):
    """Returns the origin of `api_base`, the secret, and whether it is a reconnect. None for a wrong body."""
    try:
        content = json.loads(call["body"])
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("event") != "installed":
        return None
    api_base, secret, reconnect = (content.get(name) for name in ("api_base", "signing_secret", "reconnect"))
    if content.get("installation_id") != call["installation_id"] or not isinstance(secret, str):
        return None
    path = f"/i/{call['installation_id']}/plugin/v1"
    if not isinstance(api_base, str) or not api_base.endswith(path) or not isinstance(reconnect, (bool, type(None))):
        return None
    origin = api_base[: -len(path)]
    return (origin, secret, reconnect is True) if _ORIGIN.fullmatch(origin) else None


def read_issuer(header):
    """Returns the claims {iss, aud, iat, kid} WITHOUT verification, only to find the keys. None when malformed."""
    parts = _issuer_parts(header) if header else None
    return None if parts is None else parts[2]


def _issuer_parts(header):
    match = _DETACHED_JWS.fullmatch(header) if len(header) <= _MAX_ISSUER_LENGTH else None
    if match is None:
        return None
    try:
        claims = json.loads(_decode(match[1]))
    except (ValueError, RecursionError):
        return None
    if not isinstance(claims, dict) or "crit" in claims or type(claims.get("iat")) is not int:
        return None
    if not all(isinstance(claims.get(name), str) for name in ("alg", "kid", "iss", "aud")):
        return None
    return match[1], _decode(match[2]), claims


def _key_of(jwks, kid):
    """Returns the key, or None, and the origins for which an instance may sign with it."""
    for key in jwks.get("keys", []):
        if key.get("kid") == kid and key.get("kty") == "OKP" and key.get("crv") == "Ed25519":
            origins = key.get("service_origins")
            try:
                return _decode(key["x"]), origins if isinstance(origins, list) else []
            except (KeyError, TypeError, ValueError):
                return None, []
    return None, []


def _decode(text):
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError("not base64url") from error


# Ed25519 (RFC 8032, section 5.1.7). Only public values are computed here, so the duration is no secret.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_SQRT_M1 = pow(2, (_P - 1) // 4, _P)


def ed25519_verify(public_key, message, signature):
    """Whether `signature` (64 bytes) of `message` was made with the key of `public_key` (32 bytes)."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = _decompress(public_key), _decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= _L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % _L
    left, right = _multiply(s, _BASE), _add(r, _multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 and (left[1] * right[2] - right[1] * left[2]) % _P == 0


def _add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= _P:
        return None
    x2 = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(x2, (_P + 3) // 8, _P)
    if (x * x - x2) % _P != 0:
        x = x * _SQRT_M1 % _P
    if (x * x - x2) % _P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


_BASE = _decompress(bytes.fromhex("58" + "66" * 31))
