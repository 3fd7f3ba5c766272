<?php
/** Who may send lifecycle calls: the instances that the hub lists, each for its own origin. */

declare(strict_types=1);

final class Issuers
{
    private const CACHE_SECONDS = 300;

    /** $folder: the keys of the hub are used again for five minutes. */
    public function __construct(private string $hub, private string $folder)
    {
    }

    /**
     * Runs a verification with the stored keys, and when these do not verify with those that the hub lists now.
     *
     * @param callable(array): string $verify
     */
    public function verify(callable $verify): void
    {
        $cache = "$this->folder/keys-" . hash('sha256', $this->hub) . '.json';
        $isFresh = is_file($cache) && time() - filemtime($cache) < self::CACHE_SECONDS;
        if ($isFresh && $verify(json_decode((string) file_get_contents($cache), true) ?? []) === 'valid') {
            return;
        }
        [$text, $result] = $this->keys();
        $verdict = $verify(json_decode($text, true) ?? []);
        if ($verdict === 'body') {
            throw new Refused(400, 'request.invalid');
        }
        if ($verdict !== 'valid') {
            $where = "Keys were requested from $this->hub ($result), which KUSHK_BASE_URL names";
            write_log('refused a lifecycle call: a signature ' . SIGNATURE_TEXTS[$verdict] . ". $where");
            throw new Refused(401, 'issuer.untrusted');
        }
        file_put_contents($cache, $text, LOCK_EX);
    }

    /** @return array{string, string} the keys that the hub lists, and for the log what became of the request */
    private function keys(): array
    {
        if (!self::isSafe($this->hub)) {
            return ['', 'not requested: it is not https'];
        }
        try {
            return [fetch('GET', "$this->hub/.well-known/jwks.json", 4)[1], 'it answered'];
        } catch (Unreachable $error) {
            return ['', "no keys came: {$error->getMessage()}"];
        }
    }

    /** Whether an address is https. This machine, and the service of a container, may also be called over http. */
    public static function isSafe(string $address): bool
    {
        $url = parse_url($address);
        $local = ['localhost', '127.0.0.1', '[::1]', 'service.containers.internal'];
        $isLocal = in_array($url['host'] ?? '', $local, true);
        return isset($url['host']) && ($url['scheme'] === 'https' || ($url['scheme'] === 'http' && $isLocal));
    }

    public static function originOf(string $api_base): string
    {
        return preg_match('~^https?://[^/]+~', $api_base, $parts) === 1 ? $parts[0] : $api_base;
    }
}
