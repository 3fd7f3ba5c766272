<?php
/**
 * Verifies the calls of a Kushk instance to a plugin, with PHP 8.0 and its sodium extension.
 *
 * Copy this file into your project. The formats are described at {hub}/docs/en/reference/wire-formats; the test vectors
 * are at {hub}/docs/assets/verify/vectors.json. Both functions return a verdict: 'valid', or why the call must be
 * refused. Log the verdict, and answer 401 without it.
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
 *   instance), 'stale', 'unknown_key' or 'mismatch'
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
    $key = key_of($jwks, $claims['kid']);
    if ($key === null) {
        return 'unknown_key';
    }
    [$protected, , $signature] = explode('.', $header);
    $signed = $protected . '.' . rtrim(strtr(base64_encode($body), '+/', '-_'), '=');
    return sodium_crypto_sign_verify_detached((string) decode($signature), $signed, $key) ? 'valid' : 'mismatch';
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

/** @param array<string, mixed> $jwks */
function key_of(array $jwks, string $kid): ?string
{
    foreach ($jwks['keys'] ?? [] as $key) {
        if (($key['kid'] ?? '') !== $kid || ($key['kty'] ?? '') !== 'OKP' || ($key['crv'] ?? '') !== 'Ed25519') {
            continue;
        }
        $raw = is_string($key['x'] ?? null) ? decode($key['x']) : null;
        return $raw !== null && strlen($raw) === SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES ? $raw : null;
    }
    return null;
}

function decode(string $base64url): ?string
{
    $bytes = base64_decode(strtr($base64url, '-_', '+/'), true);
    return $bytes === false ? null : $bytes;
}
