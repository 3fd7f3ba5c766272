<?php
/**
 * The plugin as the platform sees it: signed calls over HTTP. `kushk plugin test` checks the rest of the contract.
 *
 * Run with `php tests/run.php`.
 */

declare(strict_types=1);

set_error_handler(function (int $level, string $text, string $file, int $line): never {
    throw new ErrorException($text, 0, $level, $file, $line);
});
require __DIR__ . '/../kushk_verify.php';
require __DIR__ . '/../client.php';
require __DIR__ . '/../store.php';
require __DIR__ . '/../issuers.php';
require __DIR__ . '/../service.php';
require __DIR__ . '/../plugin.php';

const SECRET = 'ks_0123456789abcdefghijklmnopqrstuvwxyz';
const NEW_SECRET = 'ks_new456789abcdefghijklmnopqrstuvwxyz00';
const TOKEN = 'ki_0123456789abcdefghijklmnopqrstuvwxyz';

/** The plugin, installed on a small instance. Each is a process of its own. */
final class Setup
{
    public readonly Store $store;
    private string $folder;
    private string $key;
    private array $processes = [];

    public function __construct(public readonly string $plugin, public readonly string $instance)
    {
        $this->folder = sys_get_temp_dir() . '/kushk-' . bin2hex(random_bytes(6));
        $this->store = new Store("$this->folder/state", null);
        $pair = sodium_crypto_sign_keypair();
        $this->key = sodium_crypto_sign_secretkey($pair);
        $x = base64url(sodium_crypto_sign_publickey($pair));
        $key = ['kty' => 'OKP', 'crv' => 'Ed25519', 'kid' => 'test', 'x' => $x, 'service_origins' => [$instance]];
        $stored = ['key' => $key, 'new_secret' => NEW_SECRET, 'records' => [], 'calls' => []];
        file_put_contents("$this->folder/instance.json", json_encode($stored));
    }

    public function install(): void
    {
        $this->start($this->instance, 'tests/instance.php', ['TEST_STATE' => "$this->folder/instance.json"]);
        $configuration = ['KUSHK_BASE_URL' => $this->instance, 'KUSHK_STATE_DIR' => $this->store->folder];
        $this->start($this->plugin, 'server.php', $configuration);
        $this->expect([200, 'stored'], $this->call('/service/lifecycle', $this->installed(SECRET)));
    }

    private function start(string $origin, string $file, array $environment): void
    {
        $command = [PHP_BINARY, '-q', '-S', substr($origin, strlen('http://')), $file];
        $log = ['file', "$this->folder/log", 'a'];
        $folder = dirname(__DIR__);
        $this->processes[] = proc_open($command, [1 => $log, 2 => $log], $pipes, $folder, $environment + getenv());
        for ($end = microtime(true) + 20; microtime(true) < $end; usleep(20_000)) {
            try {
                fetch('GET', "$origin/health", 1);
                return;
            } catch (Unreachable) {
                continue;
            }
        }
        throw new RuntimeException("$file does not listen");
    }

    public function stop(): void
    {
        foreach ($this->processes as $process) {
            proc_terminate($process);
            proc_close($process);
        }
        array_map('unlink', array_filter([...glob("$this->folder/state/*"), ...glob("$this->folder/*")], 'is_file'));
        rmdir("$this->folder/state");
        rmdir($this->folder);
    }

    public function signWithAnotherKey(): void
    {
        $this->key = sodium_crypto_sign_secretkey(sodium_crypto_sign_keypair());
    }

    public function stored(): array
    {
        return json_decode((string) file_get_contents("$this->folder/instance.json"), true);
    }

    public function installed(string $secret, array $more = []): array
    {
        $base = "$this->instance/i/ins_1/plugin/v1";
        $credentials = ['api_base' => $base, 'token' => TOKEN, 'signing_secret' => $secret];
        return ['event' => 'installed', 'installation_id' => 'ins_1'] + $more + $credentials;
    }

    /** Sends a call as the platform does, with both signatures. Returns the status, and the code or the answer. */
    public function call(string $path, array $body, string $secret = SECRET, array $headers = []): array
    {
        $text = json_encode($body, JSON_UNESCAPED_SLASHES);
        $now = time();
        $claims = ['alg' => 'EdDSA', 'kid' => 'test', 'iss' => $this->instance, 'aud' => ID, 'iat' => $now];
        $head = base64url(json_encode($claims));
        $issuer = sodium_crypto_sign_detached("$head." . base64url($text), $this->key);
        $sent = $headers + [
            'Content-Type' => 'application/json',
            'Service-Installation-Id' => 'ins_1',
            'Service-Signature' => "t=$now,v1=" . hash_hmac('sha256', "$now.$text", $secret),
            'Service-Issuer-Signature' => "$head.." . base64url($issuer),
        ];
        $lines = array_map(fn (string $name): string => "$name: $sent[$name]", array_keys($sent));
        [$status, $answer] = fetch('POST', $this->plugin . $path, 20, $lines, $text);
        $value = json_decode($answer, true);
        return [$status, $value['code'] ?? $value['status'] ?? $value['content']];
    }

    public function event(string $id, int $revision, string $reason, string $secret = SECRET): array
    {
        $data = ['external_id' => 'welcome', 'outcome' => 'rejected', 'reason' => $reason, 'revision' => $revision];
        $event = ['id' => $id, 'type' => 'plugin.proposal.settled', 'installation_id' => 'ins_1', 'data' => $data];
        return $this->call('/service/events', $event, $secret, ['Service-Event-Id' => $id]);
    }

    public function expect(mixed $expected, mixed $actual): void
    {
        if ($expected !== $actual) {
            $text = 'expected ' . json_encode($expected) . ', got ' . json_encode($actual);
            throw new RuntimeException($text . "\n" . file_get_contents("$this->folder/log"));
        }
    }
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function free_origin(): string
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    return 'http://' . stream_socket_get_name($server, false);
}

$tool = ['installation_id' => 'ins_1', 'user_id' => 'per_1', 'handle' => 'kh_1', 'arguments' => ['text' => 'reminders']];
$tests = [
    'proposes the first reminder when it is installed' => function (Setup $s): void {
        $s->expect('POST /proposals reminder.welcome', $s->stored()['calls'][array_key_last($s->stored()['calls'])]);
        $s->expect('T09:00:00+05:30', substr($s->stored()['proposals'][0]['changes']['starts_at'], 10));
        // These clocks are 25 hours apart: there the date is never the same.
        $s->expect(true, day_after(1, 'Pacific/Kiritimati') > day_after(1, 'Pacific/Pago_Pago'));
    },
    'refuses what is not signed' => function (Setup $s): void {
        $call = fn (array $headers): array => $s->call('/service/lifecycle', $s->installed(SECRET), SECRET, $headers);
        $s->expect([401, 'issuer.untrusted'], $call(['Service-Signature' => 't=1,v1=' . str_repeat('0', 64)]));
        $s->expect([401, 'signature.invalid'], $s->call('/service/tools/x', [], SECRET, ['Service-Signature' => '']));
        $s->expect([401, 'issuer.untrusted'], $call(['Service-Issuer-Signature' => '']));
        $s->expect([404, 'request.not_found'], $s->call('/service/other', []));
        $elsewhere = ['api_base' => 'http://x.ir/i/ins_1/plugin/v1'];
        $s->expect([400, 'request.invalid'], $s->call('/service/lifecycle', $s->installed(SECRET, $elsewhere)));
        $s->signWithAnotherKey();
        $s->expect([401, 'issuer.untrusted'], $s->call('/service/lifecycle', $s->installed(SECRET)));
    },
    'stores what people decided, once and in the right order' => function (Setup $s): void {
        $late = ['evt_1', 1, '', 'handled'];
        foreach ([['evt_2', 2, 'Not now', 'handled'], ['evt_2', 2, 'Not now', 'repeated'], $late] as $one) {
            [$id, $revision, $reason, $answer] = $one;
            $s->expect([200, $answer], $s->event($id, $revision, $reason));
            $s->expect('Not now', $s->stored()['records']['welcome']['data']['reason']);
        }
    },
    'lets a tool read but not write' => function (Setup $s) use ($tool): void {
        [$status, $found] = $s->call('/service/tools/find_reminders', $tool);
        $s->expect([200, 'Try the reminders'], [$status, $found[0]['title']]);
        $s->expect([404, 'tool.not_found'], $s->call('/service/tools/other', $tool));
        $reader = $s->store->find('ins_1')->client()->forTool(8);
        $s->expect('cas_1', $reader->get('/platform/cases')['items'][0]['id']);
        try {
            $reader->putRecord('reminder', 'r9', []);
        } catch (ApiError $error) {
            $s->expect('auth.handle_read_only', $error->problem);
        }
        $s->expect(true, isset($error));
    },
    'charges once for a reminder that a person adds on the page' => function (Setup $s): void {
        $body = ['installation_id' => 'ins_1', 'handle' => 'kh_1', 'id' => 'r1', 'title' => 'Call Sara', 'days' => 7];
        $s->expect([201, 'proposed'], $s->call('/reminders', $body));
        $s->expect([201, 'proposed'], $s->call('/reminders', $body)); // A double click has the same keys.
        $writes = array_filter($s->stored()['calls'], fn (string $call): bool => str_starts_with($call, 'POST /wallet'));
        $expected = ['POST /wallet/holds reminder.r1.hold.1', 'POST /wallet/holds/hld_1/settle reminder.r1.settle'];
        $s->expect($expected, array_values(array_unique($writes)));
        $s->expect([201, 'proposed'], $s->call('/reminders', ['id' => 'یک/۱'] + $body)); // A key may be made of any id.
        foreach ($s->stored()['calls'] as $call) {
            $s->expect(1, preg_match('~\A\S+ \S+ [A-Za-z0-9._:-]{0,128}\z~', $call));
        }
        $s->expect([400, 'request.invalid'], $s->call('/reminders', ['installation_id' => 'ins_1']));
    },
    'lets only its instance embed the page' => function (Setup $s): void {
        $page = stream_get_meta_data(fopen("$s->plugin/pages/app?installation_id=ins_1", 'r'))['wrapper_data'];
        $isOurs = fn (string $header): bool => str_ends_with($header, "frame-ancestors $s->instance");
        $s->expect(1, count(array_filter($page, $isOurs)));
    },
    'accepts both secrets after it has renewed its own' => function (Setup $s): void {
        (new Service($s->store, new Issuers($s->instance, $s->store->folder)))->rotate('ins_1', 'signing_secret');
        $s->expect([200, 'handled'], $s->event('evt_1', 1, '', NEW_SECRET));
        $s->expect([200, 'repeated'], $s->event('evt_1', 1, '', SECRET));
        $s->expect([401, 'signature.invalid'], $s->event('evt_1', 1, '', str_repeat('x', 40)));
    },
    'accepts new credentials after a loss only when they are newer' => function (Setup $s): void {
        $body = $s->installed(NEW_SECRET, ['reconnect' => true]);
        $reconnect = fn (): array => $s->call('/service/lifecycle', $body, NEW_SECRET);
        $known = $s->store->find('ins_1');
        $known->issuedAt = time() + 60;
        $s->store->save('ins_1', $known);
        $s->expect([401, 'issuer.untrusted'], $reconnect());
        $known->issuedAt = time() - 60;
        $s->store->save('ins_1', $known);
        $s->expect([200, 'stored'], $reconnect());
        $s->expect([401, 'signature.invalid'], $s->event('evt_1', 1, '', SECRET));
        $s->expect([200, 'handled'], $s->event('evt_1', 1, '', NEW_SECRET));
    },
    'forgets a removed installation' => function (Setup $s): void {
        $s->expect(['ins_1'], $s->store->installations());
        $s->expect([200, 'forgotten'], $s->call('/service/lifecycle', ['event' => 'removed']));
        $s->expect([200, 'repeated'], $s->call('/service/lifecycle', ['event' => 'removed']));
        $s->expect([410, 'installation.removed'], $s->call('/service/lifecycle', $s->installed(SECRET)));
        $s->expect('', $s->store->find('ins_1')->token);
        $s->expect([], $s->store->installations());
    },
];

$failed = 0;
foreach ($tests as $name => $test) {
    $setup = new Setup(free_origin(), free_origin());
    try {
        $setup->install();
        $test($setup);
        echo "ok     $name\n";
    } catch (Throwable $error) {
        $failed++;
        echo "FAILED $name: {$error->getMessage()}\n";
    } finally {
        $setup->stop();
    }
}
echo count($tests) . " tests, $failed failed\n";
exit($failed === 0 ? 0 : 1);
