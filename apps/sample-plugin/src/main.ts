/**
 * The main module: reads the configuration from the environment, logs one line of JSON per event, and stops
 * gracefully.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplePlugin } from './sample-plugin.js';

const environment = (name: string, fallback: string): string => process.env[name] || fallback;

// `kushk dev` and `kushk plugin test` set PORT, KUSHK_STATE_DIR and KUSHK_BASE_URL for every plugin. A container has
// only PORT, DATA_DIR and SERVICE_ORIGIN: the instance connects to it from outside, and it reaches nothing else.
const serviceOrigin = process.env['SERVICE_ORIGIN'];
const port = Number(environment('SAMPLE_PLUGIN_PORT', environment('PORT', '8103')));
const defaultFolder = environment('KUSHK_STATE_DIR', environment('DATA_DIR', '.sample-plugin'));
const stateFolder = environment('SAMPLE_PLUGIN_STORE', defaultFolder);
const hub = environment('SAMPLE_PLUGIN_HUB', environment('KUSHK_BASE_URL', 'http://127.0.0.1:8080'));

const log = (event: string, fields: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), service: 'sample-plugin', event, ...fields })}\n`,
  );
};

const { server, stop } = samplePlugin({
  id: 'ir.kushk.invoices',
  trust: serviceOrigin ? { serviceOrigins: [serviceOrigin] } : { hubJwksUrl: `${hub}/.well-known/jwks.json` },
  stateFolder,
  stateKey: process.env['SAMPLE_PLUGIN_KEY'] || developmentKey(stateFolder),
  invoicesFolder: environment('SAMPLE_PLUGIN_INVOICES', fileURLToPath(new URL('../invoices', import.meta.url))),
  log,
});
server.listen(port, serviceOrigin ? '0.0.0.0' : '127.0.0.1', () => {
  log('listening', { port });
});
server.on('error', (error) => {
  log('not_listening', { port, error: error.message });
  process.exit(1);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    stop();
    server.close(() => {
      log('stopped', { signal });
    });
    server.closeIdleConnections();
  });
}

/**
 * For development without SAMPLE_PLUGIN_KEY: a key that is created once and stored next to the data that it encrypts.
 * Only its owner can read the file.
 */
function developmentKey(folder: string): string {
  const path = join(folder, 'state.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8').trim();
}
