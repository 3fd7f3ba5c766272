<?php
/** A small instance for tests: it publishes its key, and answers the API from a file. */

declare(strict_types=1);

$state = getenv('TEST_STATE');
$stored = json_decode((string) file_get_contents($state), true);
$path = str_replace('/i/ins_1/plugin/v1', '', (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$method = $_SERVER['REQUEST_METHOD'];
$body = json_decode((string) file_get_contents('php://input'), true);
$stored['calls'][] = "$method $path " . ($_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '');
$record = str_starts_with($path, '/records/reminder/') ? rawurldecode(substr($path, 18)) : null;
if ($record !== null && $method === 'PUT') {
    $revision = ($stored['records'][$record]['revision'] ?? 0) + 1;
    $stored['records'][$record] = ['data' => $body['data'], 'revision' => $revision];
}
if ($path === '/proposals') {
    $stored['proposals'][] = $body;
}
file_put_contents($state, json_encode($stored));

[$status, $answer] = match (true) {
    $path === '/.well-known/jwks.json' => [200, ['keys' => [$stored['key']]]],
    $path === '/installation/rotate' => [200, ['signing_secret' => $stored['new_secret']]],
    $path === '/records/reminder' => [200, ['items' => array_values($stored['records'] ?? []), 'next_cursor' => null]],
    $path === '/platform/cases' => [200, ['items' => [['id' => 'cas_1']]]],
    $record !== null && isset($stored['records'][$record]) => [200, $stored['records'][$record]],
    $record !== null => [404, ['code' => 'record.not_found']],
    $path === '/installation' => [200, ['settings' => ['hour' => 9], 'locale' => ['timezone' => 'Asia/Kolkata']]],
    default => [201, ['id' => 'hld_1', 'status' => 'open']],
};
http_response_code($status);
echo json_encode($answer);
