<?php
/** The plugin API of one installation, with the errors of the API and repetitions when it is busy. */

declare(strict_types=1);

/** An answer of the API that is no success. Compare $problem, not the message, which says the rest to people. */
final class ApiError extends RuntimeException
{
    private const MAX_LENGTH = 1_500;

    /** $problem is the `code` of the answer; $details its `params`, which name each field that was refused. */
    public function __construct(
        public readonly int $status,
        public readonly string $problem,
        public readonly array $details = [],
        string $text = '',
    ) {
        $json = $details === [] ? '' : ' | ' . json_encode($details, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        parent::__construct(substr("$status $problem $text$json", 0, self::MAX_LENGTH));
    }
}

/** No answer came. */
final class Unreachable extends RuntimeException
{
}

/**
 * Sends a request. A redirect is an answer: it would carry the token to another address.
 *
 * @param string[] $headers
 * @return array{int, string} the status, and at most 4 MiB of the body
 */
function fetch(string $method, string $url, float $seconds, array $headers = [], string $body = ''): array
{
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => $seconds];
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true, 'follow_location' => 0]]);
    try {
        $text = file_get_contents($url, false, $context, 0, 4 << 20);
        preg_match('~^HTTP/\S+ (\d{3})~', $http_response_header[0], $parts);
        return [(int) $parts[1], (string) $text];
    } catch (ErrorException $error) {
        throw new Unreachable("$method " . parse_url($url, PHP_URL_PATH) . ': ' . $error->getMessage());
    }
}

final class Client
{
    private const ATTEMPTS = 3;
    private const TIMEOUT_SECONDS = 5;
    private ?string $handle = null;
    private float $deadline = INF;
    private bool $readOnly = false;

    public function __construct(public readonly string $apiBase, private string $token)
    {
    }

    /** A client that sees exactly what the person of the handle may see. */
    public function onBehalfOf(string $handle): self
    {
        $person = clone $this;
        $person->handle = $handle;
        return $person;
    }

    /** A client that only reads, and gives up after so many seconds. */
    public function forTool(float $seconds): self
    {
        $reader = clone $this;
        $reader->readOnly = true;
        $reader->deadline = microtime(true) + $seconds;
        return $reader;
    }

    /** Reads: `$client->get('/platform/cases?q=rent')['items']`, for example. */
    public function get(string $path): array
    {
        return $this->send('GET', $path);
    }

    /**
     * What the admin has set for this installation, with the defaults of the manifest. Only the plugin's own client gets
     * secret settings (`writeOnly: true`); a person's gets the others.
     */
    public function settings(): array
    {
        return $this->installation()['settings'];
    }

    /** What the API says about this installation, such as the `timezone` of the organisation in `locale`. */
    public function installation(): array
    {
        return $this->get('/installation');
    }

    /**
     * Sends a request, and repeats it when the API is busy, with the same idempotency key, so that repeating has no
     * second effect. Without $key the request gets a random one. $revision is the one that a write needs; null for any.
     */
    public function send(
        string $method,
        string $path,
        array $body = [],
        ?string $key = null,
        ?int $revision = null,
    ): array {
        $headers = ["Authorization: Bearer $this->token", 'Content-Type: application/json'];
        if ($method !== 'GET') {
            if ($this->readOnly) {
                // A tool changes nothing and is not paid for. Do that when an event arrives, or for your page.
                throw new ApiError(403, 'auth.handle_read_only', [], "$method $path");
            }
            $headers[] = 'Idempotency-Key: ' . ($key === null ? bin2hex(random_bytes(16)) : self::sentKey($key));
        }
        if ($this->handle !== null) {
            $headers[] = "Service-Handle: $this->handle";
        }
        if ($revision !== null) {
            $headers[] = "If-Match: \"$revision\"";
        }
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($method, $path, $headers, json_encode((object) $body, JSON_THROW_ON_ERROR));
            } catch (ApiError | Unreachable $error) {
                $isTemporary = $error instanceof Unreachable || in_array($error->status, [429, 503], true);
                $pause = random_int(100_000, 300_000) * 2 ** $attempt;
                if (!$isTemporary || $attempt === self::ATTEMPTS || microtime(true) + $pause / 1e6 >= $this->deadline) {
                    throw $error;
                }
                usleep($pause);
            }
        }
    }

    /** A key may be made of any id. One that the API would not accept is replaced by its SHA-256. */
    private static function sentKey(string $key): string
    {
        return preg_match('/\A[A-Za-z0-9._:-]{1,128}\z/', $key) === 1 ? $key : hash('sha256', $key);
    }

    private function attempt(string $method, string $path, array $headers, string $body): array
    {
        $left = max(0.01, min(self::TIMEOUT_SECONDS, $this->deadline - microtime(true)));
        [$status, $text] = fetch($method, $this->apiBase . $path, $left, $headers, $method === 'GET' ? '' : $body);
        $answer = json_decode($text, true);
        if ($status >= 300 || ($status !== 204 && !is_array($answer))) {
            $problem = is_array($answer) ? $answer : [];
            $details = is_array($problem['params'] ?? null) ? $problem['params'] : [];
            $text = implode(' ', ["$method $path", $problem['detail'] ?? '', $problem['request_id'] ?? '']);
            throw new ApiError($status, $problem['code'] ?? '', $details, $text);
        }
        return $answer ?? [];
    }

    private static function recordPath(string $type, string $id): string
    {
        return "/records/$type/" . rawurlencode($id);
    }

    /** @return array{data: array<string, mixed>, revision: int}|null */
    public function findRecord(string $type, string $id): ?array
    {
        try {
            return $this->get(self::recordPath($type, $id));
        } catch (ApiError $error) {
            return $error->problem === 'record.not_found' ? null : throw $error;
        }
    }

    public function putRecord(string $type, string $id, array $data, ?int $revision = null): void
    {
        $this->send('PUT', self::recordPath($type, $id), ['data' => $data], null, $revision);
    }

    /** All records of a type, page after page. */
    public function records(string $type): Generator
    {
        $cursor = '';
        while ($cursor !== null) {
            $page = $this->get("/records/$type?limit=200&cursor=" . rawurlencode($cursor));
            yield from $page['items'];
            $cursor = $page['next_cursor'];
        }
    }

    /**
     * Reserves MU, and pays when $work succeeds. When it throws, nothing is paid. Repeated with the same key, it pays
     * once: it uses the same hold, or a new one when that one was released or has expired. $work runs again.
     */
    public function charge(string $service, int $count, string $key, callable $work): void
    {
        $path = '/wallet/holds/' . $this->usableHold(['service' => $service, 'count' => $count], $key);
        try {
            $work();
        } catch (Throwable $error) {
            try {
                $this->send('POST', "$path/release");
            } catch (ApiError | Unreachable) {
                // The hold ends by itself after 15 minutes.
            }
            throw $error;
        }
        $this->send('POST', "$path/settle", [], "$key.settle");
    }

    private function usableHold(array $use, string $key): string
    {
        for ($number = 1; ; $number++) {
            $hold = $this->send('POST', '/wallet/holds', $use, "$key.hold.$number")['id'];
            // The answer to a repetition is the first one, so the status may have changed.
            try {
                $status = $this->get("/wallet/holds/$hold")['status'];
            } catch (ApiError $error) {
                // Settled holds are removed after a time.
                $status = $error->problem === 'wallet.hold_not_found' ? 'settled' : throw $error;
            }
            if ($status !== 'released' && $status !== 'expired') {
                return $hold;
            }
        }
    }
}
