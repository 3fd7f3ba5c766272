/**
 * Starts the plugin. Nothing calls it: it polls for its events until the process ends. `kushk dev` sets the
 * credentials; elsewhere an admin reads them once, with `kushk store credentials` or on the page of the installation.
 */
import { fileStore, KushkError } from '@kushk/plugin-sdk';
import { createReminderPlugin } from './plugin.js';
import { readStoreKey } from './store-key.js';

const folder = process.env['KUSHK_STATE_DIR'] ?? 'state';
const credentials = {
  installation_id: valueOf('KUSHK_INSTALLATION_ID'),
  api_base: valueOf('KUSHK_API_BASE'),
  token: valueOf('KUSHK_INSTALLATION_TOKEN'),
  signing_secret: valueOf('KUSHK_SIGNING_SECRET'),
};
const plugin = createReminderPlugin(fileStore({ folder, key: readStoreKey(folder) }));
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());

if ((await pollUntilTheEnd()) === 'removed') {
  // 401 does not tell whether it was removed. Delete what you keep of this customer elsewhere only when an admin has
  // confirmed that.
  const id = credentials.installation_id;
  console.error(
    `the platform refuses the token of ${id}: the plugin was removed, or an admin has renewed its credentials. If it is ` +
      `still installed, "kushk store credentials ${id}" shows the new ones, once (if they were read before, "kushk store ` +
      `reconnect ${id}" makes others): start again with them, and it goes on at its cursor. In development: "kushk dev"`,
  );
  process.exitCode = 1;
}

async function pollUntilTheEnd(): Promise<'aborted' | 'removed'> {
  try {
    await plugin.install(credentials);
  } catch (error) {
    if (error instanceof KushkError && error.status === 401) return 'removed';
    throw error;
  }
  console.log(`polling for the events of ${credentials.installation_id}`);
  return plugin.poll(credentials.installation_id, ending.signal);
}

function valueOf(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(`${name} is not set: an admin reads the credentials with "kushk store credentials INSTALLATION"`);
}
