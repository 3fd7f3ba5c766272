/** The sample plugin in the organisation: installed, paid for, and with its first invoice processed. */
import { unless, until, type Api } from './api.js';
import type { Manifest } from './hub.js';

interface Offer {
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
const withinMs = 30_000;

async function install(orgAdmin: Api, manifest: Manifest, settings: object): Promise<string> {
  const offer = await until('the offer of the sample plugin in the store', withinMs, () =>
    unless(orgAdmin.get<Offer>(`/store/${manifest.id}`), 404),
  );
  if (offer.installation_id) return offer.installation_id;
  const consent = { scopes: Object.keys(manifest.scopes ?? {}), base_url: manifest.base_url };
  const made = await orgAdmin.post<Installation>('/installations', { plugin_id: manifest.id, plan, settings, consent });
  return made.installation_id;
}

/** Gifts MU once, as soon as the wallet is open: the plugin is to find them when it starts working. */
async function giftOnce(orgAdmin: Api, installationId: string): Promise<void> {
  const wallet = `/installations/${installationId}/wallet`;
  const { totals } = await until('the opening of the wallet', withinMs, () =>
    unless(orgAdmin.get<Wallet>(wallet), 404),
  );
  if (Number(totals.gifted) === 0) await orgAdmin.post(`${wallet}/gifts`, { mu: giftMu, note: 'برای آشنایی' });
}

/** Installs with consent and plan, gifts MU, and waits until the plugin has proposed something. */
export async function installSample(orgAdmin: Api, manifest: Manifest, settings: object): Promise<SampleInstalled> {
  const installationId = await install(orgAdmin, manifest, settings);
  await giftOnce(orgAdmin, installationId);
  await until('the installation of the sample plugin', withinMs, async () => {
    const { status } = await orgAdmin.get<Installation>(`/installations/${installationId}`);
    return status === 'pending' ? null : status;
  });
  const proposals = await until('the first proposal of the sample plugin', withinMs, async () => {
    const { items } = await orgAdmin.get<{ items: readonly PendingProposal[] }>('/proposals?limit=200');
    const own = items.filter((one) => one.installation_id === installationId);
    return own.length > 0 ? own : null;
  });
  return { installationId, wallet: await orgAdmin.get<Wallet>(`/installations/${installationId}/wallet`), proposals };
}
