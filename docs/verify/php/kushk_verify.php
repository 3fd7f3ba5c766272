<?php
/**
 * Verifies the calls of a Kushk instance to a plugin, with PHP 8.0 and its sodium extension.
 *
 * Copy this file into your project. The formats are described at {hub}/docs/en/reference/wire-formats; the test vectors
 * are at {hub}/docs/assets/verify/vectors.json. Each function returns a verdict: 'valid', or why the call must be
 * refused. Log the verdict, and answer 401 without it. verify_installed decides which credentials to accept.
 *
 *   $body = file_get_contents('php://input'); // exactly as received, before any parsing
 *   $verdict = Kushk\verify_call([$secret], $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null, $body, time());
 */

declare(strict_types=1);

namespace Kushk;

const TOLERANCE_SECONDS = 300;
const MIN_SECRET_LENGTH = 16;

/**
 * Checks `Service-Signature` with every accepted secret of the installation, the newest and the previous one.
 *
 * @param string[] $secrets
 * @return string 'valid', 'missing', 'malformed', 'mismatch' (wrong secret, or the body changed) or 'stale' (more than
 *   five minutes before or after $now, in Unix seconds)
 */
function verify_call(array $secrets, ?string $header, string $body, int $now): string
{
    if ($header === null || $header === '') {
        return 'missing';
    }
    $parsed = parse_signature($header);
    if ($parsed === null) {
        return 'malformed';
    }
    [$timestamp, $values] = $parsed;
    $matches = false;
    foreach ($secrets as $secret) {
        if (strlen($secret) < MIN_SECRET_LENGTH) {
            continue; // An empty environment variable must not verify anything.
        }
        $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
        // All pairs are compared, so that the duration does not reveal which one matched.
        foreach ($values as $value) {
            $matches = hash_equals($expected, $value) || $matches;
        }
    }
    if (!$matches) {
        return 'mismatch';
    }
    return abs($now - $timestamp) <= TOLERANCE_SECONDS ? 'valid' : 'stale';
}

/**
 * Returns the time and the `v1` values. Unknown schemes are skipped, so that later versions can add some.
 *
 * @return array{int, string[]}|null
 */
function parse_signature(string $header): ?array
{
    if (strlen($header) > 512) {
        return null;
    }
    $timestamp = null;
    $values = [];
    foreach (explode(',', $header) as $element) {
        if (preg_match('~^[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}$~D', $element) !== 1) {
            return null;
        }
        [$scheme, $value] = explode('=', $element, 2);
        if ($scheme === 't') {
            if ($timestamp !== null || preg_match('~^[1-9][0-9]{0,11}$~D', $value) !== 1) {
                return null;
            }
            $timestamp = (int) $value;
        } elseif ($scheme === 'v1') {
            if (preg_match('~^[0-9a-f]{64}$~D', $value) !== 1) {
                return null;
            }
            $values[] = $value;
        }
    }
    return $timestamp !== null && count($values) >= 1 && count($values) <= 4 ? [$timestamp, $values] : null;
}

/**
 * Checks `Service-Issuer-Signature` of a lifecycle call with the keys of a JWKS, decoded as associative arrays.
 * $origin is the origin of `api_base`, or null when it is not known.
 *
 * @param array<string, mixed> $jwks
 * @return string 'valid', 'missing', 'malformed', 'algorithm', 'audience' (meant for another plugin), 'issuer' (another
 *   instance), 'stale', 'unknown_key', 'unlisted' (the key is not listed for the origin that signed) or 'mismatch'
 */
function verify_issuer(
    array $jwks,
    ?string $header,
    string $body,
    string $plugin_id,
    ?string $origin,
    int $now
): string {
    if ($header === null || $header === '') {
        return 'missing';
    }
    $claims = read_issuer($header);
    if ($claims === null) {
        return 'malformed';
    }
    if ($claims['alg'] !== 'EdDSA') {
        return 'algorithm';
    }
    if ($claims['aud'] !== $plugin_id) {
        return 'audience';
    }
    if ($origin !== null && $claims['iss'] !== $origin) {
        return 'issuer';
    }
    if (abs($now - $claims['iat']) > TOLERANCE_SECONDS) {
        return 'stale';
    }
    [$key, $origins] = key_of($jwks, $claims['kid']);
    if ($key === null) {
        return 'unknown_key';
    }
    if (!in_array($claims['iss'], $origins, true)) {
        return 'unlisted';
    }
    [$protected, , $signature] = explode('.', $header);
    $signed = $protected . '.' . rtrim(strtr(base64_encode($body), '+/', '-_'), '=');
    return sodium_crypto_sign_verify_detached((string) decode($signature), $signed, $key) ? 'valid' : 'mismatch';
}

/**
 * Decides whether the credentials in an `installed` call may be stored. $known is what is stored of the installation: its
 * origin (of `api_base`), its accepted secrets, and issued_at, the `iat` of the last `installed` that was accepted; null
 * for an installation that is not known. Store the `iat` of this call with the credentials.
 *
 * @param array<string, mixed> $jwks
 * @param array{installation_id: string, signature: ?string, issuer_signature: ?string, body: string} $call
 * @param array{origin: string, secrets: string[], issued_at: int}|null $known
 * @return string 'valid', a verdict of verify_call or verify_issuer, 'body' (answer 400), 'origin' (another instance) or
 *   'replayed' (not signed later than the stored credentials)
 */
function verify_installed(array $jwks, array $call, string $plugin_id, ?array $known, int $now): string
{
    $content = installed_content($call['body'], $call['installation_id']);
    if ($content === null) {
        return 'body';
    }
    [$origin, $secret, $is_reconnect] = $content;
    // A new installation and a reconnect bring the secret that verifies them.
    $secrets = $known === null || $is_reconnect ? [$secret] : $known['secrets'];
    $verdict = verify_call($secrets, $call['signature'], $call['body'], $now);
    if ($verdict !== 'valid') {
        return $verdict;
    }
    $verdict = verify_issuer($jwks, $call['issuer_signature'], $call['body'], $plugin_id, $origin, $now);
    if ($verdict !== 'valid' || $known === null || !$is_reconnect) {
        return $verdict;
    }
    if ($origin !== $known['origin']) {
        return 'origin';
    }
    $claims = read_issuer((string) $call['issuer_signature']);
    return $claims !== null && $claims['iat'] > $known['issued_at'] ? 'valid' : 'replayed';
}

/**
 * Returns the origin of `api_base`, the secret, and whether it is a reconnect. Null for a wrong body.
 *
 * @return array{string, string, bool}|null
 */
function installed_content(string $body, string $installation_id): ?array
{
    $content = json_decode($body, true);
    if (!is_array($content) || ($content['event'] ?? null) !== 'installed') {
        return null;
    }
    $api_base = $content['api_base'] ?? null;
    $secret = $content['signing_secret'] ?? null;
    $reconnect = $content['reconnect'] ?? false;
    if (($content['installation_id'] ?? null) !== $installation_id || !is_string($api_base)) {
        return null;
    }
    $path = "/i/$installation_id/plugin/v1";
    if (!is_string($secret) || !is_bool($reconnect) || !str_ends_with($api_base, $path)) {
        return null;
    }
    $origin = substr($api_base, 0, -strlen($path));
    return preg_match('~^https?://[^/?#@\\\\\s]+$~D', $origin) === 1 ? [$origin, $secret, $reconnect] : null;
}

/**
 * Returns the claims WITHOUT verification, only to find the keys of the issuer. Null when the header is malformed.
 *
 * @return array{alg: string, kid: string, iss: string, aud: string, iat: int}|null
 */
function read_issuer(string $header): ?array
{
    $shape = '~^([A-Za-z0-9_-]+)\.\.[A-Za-z0-9_-]{86}$~D';
    if (strlen($header) > 2048 || preg_match($shape, $header, $parts) !== 1) {
        return null;
    }
    $json = decode($parts[1]);
    $claims = $json === null ? null : json_decode($json, true);
    if (!is_array($claims) || array_key_exists('crit', $claims) || !is_int($claims['iat'] ?? null)) {
        return null;
    }
    foreach (['alg', 'kid', 'iss', 'aud'] as $name) {
        if (!is_string($claims[$name] ?? null)) {
            return null;
        }
    }
    return $claims;
}

/**
 * Returns the key, or null, and the origins for which an instance may sign with it.
 *
 * @param array<string, mixed> $jwks
 * @return array{string|null, mixed[]}
 */
function key_of(array $jwks, string $kid): array
{
    foreach ($jwks['keys'] ?? [] as $key) {
        if (($key['kid'] ?? '') !== $kid || ($key['kty'] ?? '') !== 'OKP' || ($key['crv'] ?? '') !== 'Ed25519') {
            continue;
        }
        $raw = is_string($key['x'] ?? null) ? decode($key['x']) : null;
        $origins = is_array($key['service_origins'] ?? null) ? $key['service_origins'] : [];
        return $raw !== null && strlen($raw) === SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES ? [$raw, $origins] : [null, []];
    }
    return [null, []];
}

function decode(string $base64url): ?string
{
    $bytes = base64_decode(strtr($base64url, '-_', '+/'), true);
    return $bytes === false ? null : $bytes;
}
