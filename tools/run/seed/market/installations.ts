/** Installs plugins of the demo that nobody runs: the admin reads their credentials, and the seed acts with them. */
import { apiClient, HttpProblem, nullOn, pollUntil, type Api } from '../api.js';
import type { Manifest } from '../hub.js';
import { readState, updateState } from '../seed-state.js';

const timeoutMs = 60_000;

export interface InstalledDemo {
  readonly installationId: string;
  /** The API of the installation, with its token. */
  readonly plugin: Api;
}
interface Installed {
  readonly installation_id: string;
  readonly plugin_id: string;
}
interface Credentials {
  readonly api_base: string;
  readonly token: string | null;
}

export async function installDemo(
  orgAdmin: Api,
  manifest: Manifest,
  { statePath, plan, mu }: { readonly statePath: string; readonly plan: string | null; readonly mu: string | null },
): Promise<InstalledDemo> {
  await pollUntil(`${manifest.id} in the store`, timeoutMs, () => nullOn(orgAdmin.get(`/store/${manifest.id}`), 404));
  const { items } = await orgAdmin.get<{ items: readonly Installed[] }>('/installations?limit=200');
  const existing = items.find(({ plugin_id }) => plugin_id === manifest.id);
  const { installation_id: installationId } =
    existing ??
    (await orgAdmin.post<Installed>('/installations', {
      plugin_id: manifest.id,
      version: manifest.version,
      plan,
      settings: {},
      consent: { scopes: Object.keys(manifest.scopes ?? {}), base_url: manifest.base_url },
    }));
  const { api_base, token } = await credentialsOf(orgAdmin, installationId, statePath);
  if (mu !== null) await gift(orgAdmin, installationId, mu);
  return { installationId, plugin: apiClient(api_base, token) };
}

/** The credentials are shown once, so they are stored at once. Lost ones are replaced. */
async function credentialsOf(
  orgAdmin: Api,
  installationId: string,
  statePath: string,
): Promise<{ readonly api_base: string; readonly token: string }> {
  const { tokens = {} } = readState(statePath);
  const stored = tokens[installationId];
  if (stored !== undefined) return stored;
  const path = `/installations/${installationId}`;
  const read = (): Promise<Credentials | null> =>
    nullOn(orgAdmin.post<Credentials>(`${path}/credentials`), 'installation.not_ready', 503);
  const credentials = await pollUntil(`the credentials of ${installationId}`, timeoutMs, async () => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.code !== 'installation.credentials_already_read') throw error;
      await orgAdmin.post(`${path}/rotate`);
      return await read();
    }
  });
  const { api_base, token } = credentials;
  if (token === null) throw new Error(`the credentials of ${installationId} have no token`);
  updateState(statePath, { tokens: { ...tokens, [installationId]: { api_base, token } } });
  return { api_base, token };
}

async function gift(orgAdmin: Api, installationId: string, mu: string): Promise<void> {
  const path = `/installations/${installationId}/wallet`;
  await pollUntil(`the wallet of ${installationId}`, timeoutMs, () => nullOn(orgAdmin.get(path), 404));
  await orgAdmin.post(`${path}/gifts`, { mu, note: 'هدیهٔ آغاز کار' }, `demo.gift.${installationId}`);
}
