/** Stores the credentials of a plugin that polls, which an admin has read: no `installed` call brings them. */
import { checkCredential } from '@kushk/credentials';
import { KushkClient } from './client.js';
import { KushkError } from './errors.js';
import { isApiBase, secretsAfter } from './lifecycle.js';
import { withoutSecrets, type PluginDefinition } from './plugin-definition.js';
import type { StoredInstallation } from './store.js';

/** What the admin reads, on the page of the installation or with `kushk store credentials`. */
export interface ReadCredentials {
  readonly installation_id: string;
  readonly api_base: string;
  readonly token: string;
  readonly signing_secret: string;
}

/**
 * Stores the credentials and runs `onInstalled`. Changes nothing while the stored token is valid: the plugin may have
 * rotated it since the admin read the given one.
 */
export async function installReadCredentials(plugin: PluginDefinition, given: ReadCredentials): Promise<void> {
  const { installation_id, api_base, token, signing_secret } = given;
  if (!isApiBase(api_base, installation_id)) throw new TypeError(`not the API address of ${installation_id}`);
  if (!checkCredential('ki', token)) throw new TypeError('not an installation token (ki_…), or not the whole one');
  if (!checkCredential('ks', signing_secret)) throw new TypeError('not a signing secret (ks_…), or not the whole one');
  const known = await plugin.store.find(installation_id);
  const isValid = known !== null && known.api_base === api_base && (await isAccepted(known));
  if (isValid && known.setup_done) return;
  const current = isValid ? known.token : token;
  const client = new KushkClient({ apiBase: api_base, token: current });
  const { alias, scopes, settings } = await client.installation();
  if (alias === undefined) throw new TypeError('the instance does not send the alias of the installation');
  const stored: StoredInstallation = {
    installation_id,
    alias,
    api_base,
    token: current,
    // What the platform refuses may be in the hands of others, so its secrets verify nothing any more.
    signing_secrets: isValid ? known.signing_secrets : secretsAfter(null, signing_secret, new Date()),
    scopes,
    settings,
    // An admin's read has no signature of the instance, so any later call may replace the credentials.
    issued_at: known?.issued_at ?? 0,
    stored_at: new Date().toISOString(),
    setup_done: false,
  };
  await plugin.store.save(stored);
  await plugin.onInstalled?.({ installation: withoutSecrets(stored), client, version: null });
  await plugin.store.save({ ...stored, setup_done: true });
}

async function isAccepted({ api_base, token }: StoredInstallation): Promise<boolean> {
  try {
    await new KushkClient({ apiBase: api_base, token }).installation();
    return true;
  } catch (error) {
    if (error instanceof KushkError && error.status === 401) return false;
    throw error;
  }
}
