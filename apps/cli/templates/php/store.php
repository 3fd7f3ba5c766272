<?php
/** Stores the credentials of each installation in an encrypted file, with the ids of the events that were handled. */

declare(strict_types=1);

/** What is stored of an installation. Of a removed one only $removed is. */
final class Installation
{
    /**
     * @param array<array{string, ?int}> $secrets the newest first, each with the time until which it is accepted
     * @param string[] $events
     */
    public function __construct(
        public string $apiBase = '',
        public string $token = '',
        public array $secrets = [],
        public int $issuedAt = 0, // The time in the issuer signature that brought the credentials.
        public bool $ready = false, // Whether installed() has run.
        public array $events = [],
        public bool $removed = false,
    ) {
    }

    /** @return string[] */
    public function acceptedSecrets(): array
    {
        $isAccepted = fn (array $secret): bool => $secret[1] === null || $secret[1] > time();
        return array_column(array_filter($this->secrets, $isAccepted), 0);
    }

    public function client(): Client
    {
        return new Client($this->apiBase, $this->token);
    }
}

final class Store
{
    private const EVENTS = 2_000;
    private string $key;

    /** $key: 32 bytes in base64url, for production. Without it a key file is created in the folder. */
    public function __construct(public readonly string $folder, ?string $key)
    {
        if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
            throw new RuntimeException("the folder $folder cannot be made");
        }
        $this->key = $key === null ? $this->developmentKey() : (string) base64_decode(strtr($key, '-_', '+/'), true);
        if (strlen($this->key) !== SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_KEYBYTES) {
            throw new RuntimeException('KUSHK_STORE_KEY must be 32 bytes in base64url');
        }
    }

    private function developmentKey(): string
    {
        return $this->locked('store.key', function (): string {
            $path = "$this->folder/store.key";
            if (!is_file($path)) {
                $this->write($path, random_bytes(SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_KEYBYTES));
            }
            return (string) file_get_contents($path);
        });
    }

    /** Runs $work while no other process works on the same installation. */
    public function locked(string $id, callable $work): mixed
    {
        $lock = fopen("$this->folder/" . crc32($id) % 64 . '.lock', 'c');
        flock($lock, LOCK_EX);
        try {
            return $work();
        } finally {
            fclose($lock);
        }
    }

    /** Null for an installation that is not known. */
    public function find(string $id): ?Installation
    {
        $path = $this->path($id);
        if (!is_file($path)) {
            return null;
        }
        $sealed = (string) file_get_contents($path);
        $size = SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES;
        $nonce = substr($sealed, 0, $size);
        $text = strlen($nonce) < $size
            ? false
            : sodium_crypto_aead_xchacha20poly1305_ietf_decrypt(substr($sealed, $size), $id, $nonce, $this->key);
        if ($text === false) {
            throw new RuntimeException('the stored credentials were made with another key');
        }
        return new Installation(...json_decode($text, true, flags: JSON_THROW_ON_ERROR));
    }

    public function save(string $id, Installation $installation): void
    {
        $installation->events = array_slice($installation->events, -self::EVENTS);
        $nonce = random_bytes(SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES);
        $text = json_encode($installation, JSON_THROW_ON_ERROR);
        $sealed = sodium_crypto_aead_xchacha20poly1305_ietf_encrypt($text, $id, $nonce, $this->key);
        $this->write($this->path($id), $nonce . $sealed);
    }

    /** Survives a crash: the file is complete before it gets its name. */
    private function write(string $path, string $bytes): void
    {
        $temporary = "$path." . getmypid() . '.tmp';
        $file = fopen($temporary, 'w');
        chmod($temporary, 0600);
        if (fwrite($file, $bytes) !== strlen($bytes) || !fflush($file) || !fsync($file) || !fclose($file)) {
            throw new RuntimeException("$temporary cannot be written");
        }
        rename($temporary, $path);
    }

    /** @return string[] the ids of all installations except removed ones, for work that no call begins */
    public function installations(): array
    {
        $ids = array_map(fn (string $path): string => basename($path, '.sealed'), glob($this->path('*')) ?: []);
        return array_values(array_filter($ids, fn (string $id): bool => $this->find($id)?->ready === true));
    }

    private function path(string $id): string
    {
        return "$this->folder/$id.sealed";
    }
}
