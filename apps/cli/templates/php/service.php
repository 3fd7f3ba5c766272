<?php
/** The calls of the platform: verifies each of them, stores the credentials, and handles each event once. */

declare(strict_types=1);

/** An answer that is no success. Its code names the reason, and nothing about the inside of the plugin. */
final class Refused extends RuntimeException
{
    public function __construct(public readonly int $status, public readonly string $problem)
    {
        parent::__construct($problem);
    }
}

/** What a tool works with. Its clients only read: a tool changes nothing, and its calls are free. */
final class ToolCall
{
    public function __construct(
        public readonly Client $person, // Sees exactly what the person who asks the assistant may see.
        public readonly Client $client, // Sees what the whole organisation may see.
        public readonly string $userId, // The id of the person.
        public readonly array $arguments,
        // The version that the installation runs. Serve one that you do not know as your newest one.
        public readonly ?string $version,
    ) {
    }
}

/** A call as it was received. The signatures cover the bytes of the body. */
final class Call
{
    public function __construct(
        public readonly string $path,
        public readonly string $installationId,
        public readonly ?string $signature,
        public readonly ?string $issuerSignature,
        public readonly ?string $eventId,
        public readonly ?string $version,
        public readonly string $body,
    ) {
    }
}

/** What the log says about a signature that is not valid. */
const SIGNATURE_TEXTS = [
    'missing' => 'is missing. To try the plugin by hand, use `npx @kushk/cli dev tool NAME ARGUMENTS`, which signs',
    'malformed' => 'is malformed',
    'stale' => 'is more than five minutes old, or the clock of this computer is wrong',
    'mismatch' => 'does not match: another secret or key signed, or the body was changed',
    'unknown_installation' => 'is of an installation that is not stored here: a forged call, or the state was lost or is '
        . 'another one. If it was lost, an admin issues new credentials: `npx @kushk/cli store reconnect INSTALLATION`',
    'algorithm' => 'uses another algorithm than EdDSA',
    'audience' => 'is meant for another plugin',
    'issuer' => 'is of another instance',
    'unknown_key' => 'was made with an unknown key',
    'unlisted' => 'was made with a key that the hub does not list for this instance',
    'origin' => 'is of another instance than the stored credentials',
    'replayed' => 'is not newer than the stored credentials',
];

final class Service
{
    private const TOOL_SECONDS = 8; // The platform waits ten seconds for a tool.
    private const MAX_TOOL_BYTES = 1 << 20; // The platform accepts no larger answer of a tool.
    private const OVERLAP_SECONDS = 48 * 3600; // How long the previous secret is accepted after a rotation.

    public function __construct(private Store $store, private Issuers $issuers)
    {
    }

    /** The installation; throws for one that is not known. */
    public function installation(mixed $id): Installation
    {
        $known = is_string($id) && self::isId($id) ? $this->store->find($id) : null;
        return $known === null || $known->removed ? throw new Refused(404, 'installation.not_found') : $known;
    }

    /** Answers POST /service/… with a JSON value, or throws Refused. */
    public function call(Call $call): array
    {
        $isTool = preg_match('~^/service/tools/([a-z][a-z0-9_]{0,47})$~D', $call->path, $tool) === 1;
        $isLifecycle = $call->path === '/service/lifecycle';
        if (!$isTool && !$isLifecycle && $call->path !== '/service/events') {
            throw new Refused(404, 'request.not_found');
        }
        if (!self::isId($call->installationId)) { // It selects the secret, so nothing can be verified.
            throw self::refusedSignature('missing');
        }
        if ($isTool) {
            return $this->tool($call, $tool[1]);
        }
        $answer = fn () => ['status' => $isLifecycle ? $this->lifecycle($call) : $this->event($call)];
        return $this->store->locked($call->installationId, $answer);
    }

    private static function isId(string $id): bool
    {
        return preg_match('~^[A-Za-z0-9_-]{1,100}$~D', $id) === 1;
    }

    private function tool(Call $call, string $name): array
    {
        $known = $this->store->find($call->installationId);
        $this->verify($known, $call);
        $run = tools()[$name] ?? throw new Refused(404, 'tool.not_found');
        $body = self::contentOf($call);
        if (!is_string($body['handle'] ?? null) || !is_array($body['arguments'] ?? null)) {
            throw new Refused(400, 'request.invalid');
        }
        $client = $known->client()->forTool(self::TOOL_SECONDS);
        $person = $client->onBehalfOf($body['handle']);
        $userId = (string) ($body['user_id'] ?? '');
        $tool = new ToolCall($person, $client, $userId, $body['arguments'], $call->version);
        $answer = ['content' => $run($tool)];
        if (strlen(json_encode($answer, JSON_THROW_ON_ERROR)) > self::MAX_TOOL_BYTES) {
            throw new Refused(500, 'tool.content_too_large');
        }
        return $answer;
    }

    private function event(Call $call): string
    {
        $known = $this->store->find($call->installationId);
        $this->verify($known, $call);
        $event = self::contentOf($call);
        if (!is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new Refused(400, 'request.invalid');
        }
        // The signature covers the id in the body only.
        if ($call->eventId === null || $call->eventId !== ($event['id'] ?? null)) {
            throw new Refused(400, 'event.id_mismatch');
        }
        if (in_array($event['id'], $known->events, true)) {
            return 'repeated';
        }
        handle_event($known->client(), $event);
        $known->events[] = $event['id'];
        $this->store->save($call->installationId, $known);
        return 'handled';
    }

    private function lifecycle(Call $call): string
    {
        $id = $call->installationId;
        $known = $this->store->find($id);
        $body = json_decode($call->body, true);
        if (is_array($body) && ($body['event'] ?? null) === 'removed') { // It names no installation in its body.
            return $this->removed($call, $known);
        }
        ['api_base' => $base, 'token' => $token] = self::contentOf($call) + ['api_base' => null, 'token' => null];
        if (!is_string($base) || !Issuers::isSafe($base) || !is_string($token) || $token === '') {
            throw new Refused(400, 'request.invalid');
        }
        $this->issuers->verify(fn (array $keys): string => self::verdictOnInstalled($keys, $call, $known));
        if ($known?->removed) {
            throw new Refused(410, 'installation.removed');
        }
        $issuedAt = Kushk\read_issuer($call->issuerSignature)['iat'];
        $fresh = new Installation($base, $token, [[$body['signing_secret'], null]], $issuedAt);
        if ($known !== null) {
            self::takeOver($known, $fresh, ($body['reconnect'] ?? false) === true);
        }
        // The credentials are stored before installed() uses them. It runs again when it has not ended.
        $this->store->save($id, $fresh);
        if (!$fresh->ready) {
            installed($fresh->client());
            $fresh->ready = true;
            $this->store->save($id, $fresh);
        }
        return 'stored';
    }

    /** Whether the credentials may be stored. */
    private static function verdictOnInstalled(array $keys, Call $call, ?Installation $known): string
    {
        $received = [
            'installation_id' => $call->installationId,
            'signature' => $call->signature,
            'issuer_signature' => $call->issuerSignature,
            'body' => $call->body,
        ];
        $stored = $known === null || $known->removed ? null : [
            'origin' => Issuers::originOf($known->apiBase),
            'secrets' => $known->acceptedSecrets(),
            'issued_at' => $known->issuedAt,
        ];
        return Kushk\verify_installed($keys, $received, ID, $stored, time());
    }

    /** What new credentials take over from the stored ones. */
    private static function takeOver(Installation $known, Installation $fresh, bool $isReconnect): void
    {
        $fresh->events = $known->events;
        $fresh->ready = $known->ready && $known->token === $fresh->token;
        [[$previous]] = $known->secrets;
        if ($previous === $fresh->secrets[0][0]) {
            $fresh->secrets = $known->secrets;
        } elseif (!$isReconnect) { // After a loss, the old secret is not valid any more.
            $fresh->secrets[] = [$previous, time() + self::OVERLAP_SECONDS];
        }
    }

    private function removed(Call $call, ?Installation $known): string
    {
        if ($known === null || $known->removed) { // Nothing to delete. Only the issuer's signature can prove the call.
            $this->verifyIssuer($call, null);
            return 'repeated';
        }
        $this->verify($known, $call);
        $this->verifyIssuer($call, Issuers::originOf($known->apiBase));
        removed($call->installationId);
        $this->store->save($call->installationId, new Installation(removed: true));
        return 'forgotten';
    }

    /**
     * Renews the `token` or the `signing_secret` of an installation, for example once a month. The platform and this
     * plugin accept the previous one for a while, so calls that are under way succeed.
     */
    public function rotate(string $id, string $what): void
    {
        $this->store->locked($id, function () use ($id, $what): void {
            $known = $this->installation($id);
            // A repetition of a lost answer does not contain the new one.
            $renewed = $known->client()->send('POST', '/installation/rotate', ['what' => $what])[$what]
                ?? throw new RuntimeException("the new $what was lost: the admin of the organisation can renew it");
            if ($what === 'token') {
                $known->token = $renewed;
            } else {
                $known->secrets = [[$renewed, null], [$known->secrets[0][0], time() + self::OVERLAP_SECONDS]];
            }
            $this->store->save($id, $known);
        });
    }

    private function verify(?Installation $known, Call $call): void
    {
        $verdict = Kushk\verify_call($known?->acceptedSecrets() ?? [], $call->signature, $call->body, time());
        if ($verdict !== 'valid') {
            $isUnknown = $known === null && ($call->signature ?? '') !== '';
            throw self::refusedSignature($isUnknown ? 'unknown_installation' : $verdict);
        }
    }

    private function verifyIssuer(Call $call, ?string $origin): void
    {
        $verify = fn (array $keys): string =>
            Kushk\verify_issuer($keys, $call->issuerSignature, $call->body, ID, $origin, time());
        $this->issuers->verify($verify);
    }

    /** The body, which must be of the installation that the header names. */
    private static function contentOf(Call $call): array
    {
        $body = json_decode($call->body, true);
        $isOf = is_array($body) && ($body['installation_id'] ?? null) === $call->installationId;
        return $isOf ? $body : throw new Refused(400, 'request.invalid');
    }

    private static function refusedSignature(string $verdict): Refused
    {
        write_log('refused a call: the signature ' . SIGNATURE_TEXTS[$verdict]);
        return new Refused(401, 'signature.invalid');
    }
}
