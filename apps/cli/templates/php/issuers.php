<?php
/** Who may send lifecycle calls: the instances that the hub lists, each with its own key. */

declare(strict_types=1);

final class Issuers
{
    private const CACHE_SECONDS = 300;

    /** $folder: the keys that an address listed are used again for five minutes. */
    public function __construct(private string $hub, private string $folder)
    {
    }

    /**
     * Accepts a call of an instance whose key the hub lists, and which publishes the key itself. Returns the time of the
     * signature. Without $origin, which is that of `api_base`, any such instance may have sent it.
     */
    public function verify(Call $call, ?string $origin): int
    {
        $header = $call->issuerSignature;
        $claims = Kushk\read_issuer($header ?? '');
        $verdict = 'missing';
        $isValid = function (array $keys) use (&$verdict, $call, $header, $origin): bool {
            $verdict = Kushk\verify_issuer($keys, $header, $call->body, ID, $origin, time());
            return $verdict === 'valid';
        };
        if ($claims !== null && $this->findKeys($this->hub, $isValid) && $this->findKeys($claims['iss'], $isValid)) {
            return $claims['iat'];
        }
        write_log('refused a lifecycle call: the issuer signature ' . SIGNATURE_TEXTS[$verdict] . ". KUSHK_BASE_URL names the hub $this->hub");
        throw new Refused(401, 'issuer.untrusted');
    }

    /** Tries the keys that an address lists: those that are known, then those that it lists now. */
    private function findKeys(string $address, callable $isValid): bool
    {
        $cache = "$this->folder/keys-" . hash('sha256', $address) . '.json';
        $isFresh = is_file($cache) && time() - filemtime($cache) < self::CACHE_SECONDS;
        if ($isFresh && $isValid(json_decode((string) file_get_contents($cache), true) ?? [])) {
            return true;
        }
        $text = $this->keysOf($address);
        if (!$isValid(json_decode($text, true) ?? [])) {
            return false;
        }
        file_put_contents($cache, $text, LOCK_EX);
        return true;
    }

    private function keysOf(string $address): string
    {
        if (!self::isSafe($address)) {
            return '{}';
        }
        try {
            return fetch('GET', "$address/.well-known/jwks.json", 4)[1];
        } catch (Unreachable $error) {
            write_log("no keys came from $address: {$error->getMessage()}");
            return '{}';
        }
    }

    /** Whether an address is https. This machine, and the service of a container, may also be called over http. */
    public static function isSafe(string $address): bool
    {
        $url = parse_url($address);
        $local = ['localhost', '127.0.0.1', '[::1]', 'service.containers.internal'];
        $host = $url['host'] ?? '';
        $scheme = $url['scheme'] ?? '';
        return $host !== '' && !isset($url['user']) && ($scheme === 'https' || ($scheme === 'http' && in_array($host, $local, true)));
    }

    public static function originOf(string $api_base): string
    {
        return preg_match('~^https?://[^/]+~', $api_base, $parts) === 1 ? $parts[0] : $api_base;
    }
}
