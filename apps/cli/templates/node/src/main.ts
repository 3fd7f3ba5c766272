/** Starts the plugin. `kushk dev` and `kushk plugin test` set PORT, KUSHK_BASE_URL and KUSHK_STATE_DIR. */
import { createServer } from 'node:http';
import { fileStore } from '@kushk/plugin-sdk';
import { createReminderPlugin } from './plugin.js';
import { requestListener } from './server.js';
import { readStoreKey } from './store-key.js';

const port = Number(process.env['PORT'] ?? 4100);
// The hub whose instances may install the plugin. It lists their public keys.
const hub = process.env['KUSHK_BASE_URL'] ?? 'http://127.0.0.1:8080';
const folder = process.env['KUSHK_STATE_DIR'] ?? 'state';

const plugin = createReminderPlugin({
  trust: { hubJwksUrl: new URL('/.well-known/jwks.json', hub).href },
  store: fileStore({ folder, key: readStoreKey(folder) }),
});
const server = createServer(requestListener(plugin));
server.listen(port, process.env['HOST'] ?? '127.0.0.1', () => console.log(`listening on http://localhost:${port}`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
