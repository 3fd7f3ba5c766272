/** Sets up the sample plugin for the organisation: installed, with a balance, and with its first proposals. */
import { nullOn, pollUntil, type Api } from './api.js';
import type { Manifest } from './hub.js';

interface Listing {
  readonly version: string;
  readonly installation_id: string | null;
}
interface Installation {
  readonly installation_id: string;
  readonly status: string;
}
interface Wallet {
  readonly available: string;
  readonly totals: { readonly gifted: string };
}
export interface PendingProposal {
  readonly id: string;
  readonly summary: string;
  readonly status: string;
  readonly installation_id: string;
}
export interface SampleInstalled {
  readonly installationId: string;
  readonly wallet: Wallet;
  readonly proposals: readonly PendingProposal[];
}

const giftMu = '100';
const plan = 'basic';
const timeoutMs = 30_000;

async function install(orgAdmin: Api, manifest: Manifest): Promise<string> {
  const listing = await pollUntil('the listing of the sample plugin in the store', timeoutMs, () =>
    nullOn(orgAdmin.get<Listing>(`/store/${manifest.id}`), 404),
  );
  if (listing.installation_id) return listing.installation_id;
  const consent = { scopes: Object.keys(manifest.scopes ?? {}), base_url: manifest.base_url };
  const installed = await orgAdmin.post<Installation>('/installations', {
    plugin_id: manifest.id,
    plan,
    settings: {},
    consent,
  });
  return installed.installation_id;
}

/** Gifts MU once, as soon as the wallet is open, so that the plugin can pay for its first invoice. */
async function giftOnce(orgAdmin: Api, installationId: string): Promise<void> {
  const wallet = `/installations/${installationId}/wallet`;
  const { totals } = await pollUntil('the wallet of the sample plugin', timeoutMs, () =>
    nullOn(orgAdmin.get<Wallet>(wallet), 404),
  );
  if (Number(totals.gifted) === 0) await orgAdmin.post(`${wallet}/gifts`, { mu: giftMu, note: 'هدیهٔ خوش‌آمدگویی' });
}

/** Installs the sample plugin with consent and a plan, gifts MU, and waits for the plugin's first proposals. */
export async function installSample(orgAdmin: Api, manifest: Manifest): Promise<SampleInstalled> {
  const installationId = await install(orgAdmin, manifest);
  await giftOnce(orgAdmin, installationId);
  await pollUntil('the installation of the sample plugin', timeoutMs, async () => {
    const { status } = await orgAdmin.get<Installation>(`/installations/${installationId}`);
    return status === 'pending' ? null : status;
  });
  const proposals = await pollUntil('the first proposal of the sample plugin', timeoutMs, async () => {
    const address = `/proposals?limit=200&plugin_id=${manifest.id}`;
    const { items } = await orgAdmin.get<{ items: readonly PendingProposal[] }>(address);
    const own = items.filter((one) => one.installation_id === installationId);
    return own.length > 0 ? own : null;
  });
  return { installationId, wallet: await orgAdmin.get<Wallet>(`/installations/${installationId}/wallet`), proposals };
}
