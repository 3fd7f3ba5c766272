<?php
/**
 * Every request comes here: the calls of the platform, the page with its files, and what the page asks of this server.
 * `kushk dev` and `kushk plugin test` set PORT, KUSHK_BASE_URL and KUSHK_STATE_DIR.
 */

declare(strict_types=1);

ini_set('display_errors', '0');
ini_set('zend.exception_ignore_args', '1'); // No token in a stack trace.
// Warnings are errors: only the log tells what failed.
set_error_handler(function (int $level, string $text, string $file, int $line): never {
    throw new ErrorException($text, 0, $level, $file, $line);
});

require __DIR__ . '/kushk_verify.php';
require __DIR__ . '/client.php';
require __DIR__ . '/store.php';
require __DIR__ . '/issuers.php';
require __DIR__ . '/service.php';
require __DIR__ . '/plugin.php';

const MAX_BODY_BYTES = 1 << 20;
const TYPES = ['mjs' => 'text/javascript', 'css' => 'text/css'];
const PAGE = <<<'HTML'
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reminders</title>
    <meta name="service-origin" content="{origin}">
    <link rel="stylesheet" id="service-fonts" href="{origin}/sdk/fonts.css">
    <link rel="stylesheet" href="app.css">
    <script src="{origin}/sdk/bridge.js"></script>
    <script type="module" src="app.mjs"></script>
    </head>
    <body></body>
    </html>
    HTML;
// Only the platform may show the page in a frame, and only its script and ours run.
const POLICY = "default-src 'none'; script-src 'self' {origin}; style-src 'self' {origin}; font-src 'self' {origin}; "
    . "img-src 'self' data:; connect-src 'self' {origin}; base-uri 'none'; frame-ancestors {origin}";

function service(): Service
{
    $store = new Store(getenv('KUSHK_STATE_DIR') ?: __DIR__ . '/state', getenv('KUSHK_STORE_KEY') ?: null);
    // The hub whose instances may install the plugin. It lists their public keys.
    $hub = rtrim(getenv('KUSHK_BASE_URL') ?: 'http://127.0.0.1:8080', '/');
    return new Service($store, new Issuers($hub, $store->folder));
}

function answer_request(string $method, string $path): void
{
    if ($method === 'POST' && (str_starts_with($path, '/service/') || $path === '/reminders')) {
        // The signature covers the body exactly as it was received, so it is read before anything parses it.
        $body = (string) file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
        if (strlen($body) > MAX_BODY_BYTES) {
            throw new Refused(413, 'request.too_large');
        }
        $path === '/reminders' ? answer(201, add_on_page($body)) : answer(200, service()->call(call_of($path, $body)));
    } elseif (str_starts_with($path, '/service/')) {
        header('Allow: POST');
        throw new Refused(405, 'request.method_not_allowed');
    } elseif ($path === '/health') {
        answer(200, ['status' => 'ok']);
    } elseif ($path === '/pages/app') {
        send_page($_GET['installation_id'] ?? null);
    } else {
        send_file($path);
    }
}

function call_of(string $path, string $body): Call
{
    $header = fn (string $name): ?string => $_SERVER["HTTP_SERVICE_$name"] ?? null;
    return new Call(
        $path,
        $header('INSTALLATION_ID') ?? '',
        $header('SIGNATURE'),
        $header('ISSUER_SIGNATURE'),
        $header('EVENT_ID'),
        $header('PLUGIN_VERSION'),
        $body,
    );
}

/** POST /reminders {installation_id, handle, id, title, days}: a person adds a reminder on the page. */
function add_on_page(string $body): array
{
    $asked = json_decode($body, true);
    ['handle' => $handle, 'id' => $id, 'title' => $title, 'days' => $days] = (is_array($asked) ? $asked : [])
        + ['handle' => null, 'id' => null, 'title' => null, 'days' => null];
    if (!is_string($handle) || !is_string($id) || !is_string($title) || !is_int($days) || abs($days) > 3_650) {
        throw new Refused(400, 'request.invalid');
    }
    $client = service()->installation($asked['installation_id'] ?? null)->client();
    $person = $client->onBehalfOf($handle);
    ['locale' => $locale] = $person->installation(); // Refuses a handle that is not valid, before anything is charged.
    sell_reminder($client, $person, $id, $title, day_after($days, $locale['timezone']));
    return ['status' => 'proposed'];
}

function send_page(mixed $installation_id): void
{
    $origin = Issuers::originOf(service()->installation($installation_id)->apiBase);
    header('Cache-Control: no-store');
    header('Content-Security-Policy: ' . str_replace('{origin}', $origin, POLICY));
    header('Referrer-Policy: no-referrer');
    send(200, 'text/html; charset=utf-8', str_replace('{origin}', htmlspecialchars($origin), PAGE));
}

function send_file(string $path): void
{
    $isFile = preg_match('~^/pages/[a-z]+\.(mjs|css)$~D', $path, $parts) === 1 && is_file(__DIR__ . $path);
    if (!$isFile) {
        throw new Refused(404, 'not_found');
    }
    send(200, TYPES[$parts[1]] . '; charset=utf-8', (string) file_get_contents(__DIR__ . $path));
}

function answer(int $status, array $value, string $type = 'application/json'): void
{
    send($status, $type, json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
}

/** A problem document (RFC 9457). It says nothing about the inside of the plugin. */
function answer_problem(int $status, string $code): void
{
    $problem = ['type' => 'about:blank', 'title' => $code, 'status' => $status, 'code' => $code];
    answer($status, $problem, 'application/problem+json');
}

function send(int $status, string $type, string $body): void
{
    http_response_code($status);
    header("Content-Type: $type");
    header('X-Content-Type-Options: nosniff');
    echo $body;
}

function write_log(string $text): void
{
    file_put_contents('php://stderr', "$text\n");
}

/** What may change a terminal is left out: a path comes from the network. */
function printable(string $path): string
{
    return (string) preg_replace('~[^!-\~]~', '?', substr($path, 0, 80));
}

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$isService = str_starts_with($path, '/service/');
try {
    answer_request($_SERVER['REQUEST_METHOD'], $path);
} catch (Refused $error) {
    if ($isService && $error->status !== 401) { // A signature that is not valid has a line that says why.
        write_log("$error->status refused " . printable($path) . " $error->problem");
    }
    answer_problem($error->status, $error->problem);
} catch (Throwable $error) {
    write_log(printable($path) . " failed: {$error->getMessage()}\n{$error->getTraceAsString()}");
    if ($error instanceof ApiError && !$isService) { // The page has texts for codes such as wallet.insufficient_balance.
        answer_problem($error->status, $error->problem);
    } else { // The platform sends an event again. A tool that writes is a mistake that its code names.
        $isWriting = $error instanceof ApiError && $error->problem === 'auth.handle_read_only';
        answer_problem(500, $isWriting ? 'auth.handle_read_only' : 'plugin.failed');
    }
}
