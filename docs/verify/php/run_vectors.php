<?php
/** Runs kushk_verify.php over the vectors: `php run_vectors.php ../vectors.json` prints one verdict per line. */

declare(strict_types=1);

require __DIR__ . '/kushk_verify.php';

$vectors = json_decode((string) file_get_contents($argv[1]), true);
foreach ($vectors['calls'] as $vector) {
    $body = base64_decode($vector['body_base64']);
    $verdict = Kushk\verify_call($vector['secrets'], $vector['header'], $body, $vector['now']);
    echo "{$vector['name']}\t$verdict\n";
}
foreach ($vectors['issuers'] as $vector) {
    ['header' => $header, 'plugin_id' => $plugin, 'origin' => $origin, 'now' => $now] = $vector;
    $body = base64_decode($vector['body_base64']);
    $verdict = Kushk\verify_issuer($vectors['jwks'], $header, $body, $plugin, $origin, $now);
    echo "{$vector['name']}\t$verdict\n";
}
foreach ($vectors['installed'] as $vector) {
    ['plugin_id' => $plugin, 'known' => $known, 'now' => $now] = $vector;
    $call = ['body' => base64_decode($vector['body_base64'])] + $vector;
    $verdict = Kushk\verify_installed($vectors['jwks'], $call, $plugin, $known, $now);
    echo "{$vector['name']}\t$verdict\n";
}
