/** The parties of the proof: staff, two publishers, two organisations, and the plugins of both. */
import { nameOf, subjectOf } from '../../../run/sign-in/accounts.js';
import { apiClient, nullOn, pollUntil, whenAvailable, type Api } from '../../../run/seed/api.js';
import { addMembers, publish, registerInstance } from '../../../run/seed/hub.js';
import { addHubStaff, addPlatformStaff } from '../../../run/seed/staff.js';
import { pluginApi } from '../../../run/start/system.js';
import { pluginName, type ClosedNetwork } from './friendly-plugin.js';
import type { ProductionSystem } from './production-system.js';

const withinMs = 60_000;

export interface Installed {
  readonly id: string;
  /** The address of the plugin API. */
  readonly api: string;
  readonly token: string;
  /** The address of the installation in the API of people. */
  readonly address: string;
}
export interface Manifest extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly version: string;
  readonly names: Readonly<Record<string, string>>;
  readonly scopes?: Readonly<Record<string, string>>;
  readonly base_url?: string;
}
export interface InstallOptions {
  readonly plan?: string;
  readonly settings?: object;
}
type Origins = Pick<ProductionSystem, 'hub' | 'instance' | 'tokens'>;

let created = 0;

/** A manifest of a plugin that no other attack has. */
export function newManifest(fields: Readonly<Record<string, unknown>> = {}): Manifest {
  created += 1;
  const id = `ir.acme.attack${created}`;
  const base_url = `https://${pluginName}`;
  const required = { schema: '1', version: '1.0.0', publisher: 'acme', kind: 'external', plugin_api: pluginApi };
  return { ...required, id, names: { en: id }, base_url, ...fields };
}

/** What a plugin declares that charges a service `page`. */
export const charging = {
  scopes: { 'wallet.consume': 'Charges per page.' },
  services: [{ key: 'page', names: { en: 'Page' }, unit: 'page' }],
  plans: [{ key: 'basic', names: { en: 'Basic' }, rates: { page: '0.25' } }],
} as const;
/** What a plugin declares that keeps records of the type `note`. */
export const keepingNotes = {
  scopes: { 'records.own': 'Keeps notes.' },
  records: [{ type: 'note', schema: { type: 'object' } }],
} as const;

const operatorApi = ({ hub, tokens }: Origins): Api => apiClient(`${hub}/operator/v1`, tokens.operator);
const adminApi = ({ instance, tokens }: Pick<Origins, 'instance' | 'tokens'>): Api =>
  apiClient(`${instance}/instance/v1`, tokens.admin);

/** Adds everybody. Returns the keys of the publishers. */
export async function addParties(
  origins: Origins & { readonly instanceId: string },
): Promise<ProductionSystem['keys']> {
  const { hub, instance, instanceId, tokens } = origins;
  const operator = operatorApi({ hub, instance, tokens });
  const platform = apiClient(`${instance}/instance/v1`, tokens.platform);
  await Promise.all([addHubStaff(operator), addPlatformStaff(platform)]);
  const keyOf = async (id: string): Promise<string> => {
    await operator.post('/publishers', { id, name: id });
    return (await operator.post<{ secret: string }>(`/publishers/${id}/keys`, { label: 'proof' })).secret;
  };
  const keys = { acme: await keyOf('acme'), parsan: await keyOf('parsan') };
  await addMembers(operator, 'acme');
  await registerInstance(operator, { id: instanceId, name: 'i1', plugin_api: pluginApi, service_origin: instance });
  await addOrganisation({ instance, tokens }, 'admin', ['member', 'member2', 'narges']);
  await addOrganisation({ instance, tokens }, 'kaveh', ['samira']);
  return keys;
}

async function addOrganisation(
  { instance, tokens }: Pick<Origins, 'instance' | 'tokens'>,
  admin: 'admin' | 'kaveh',
  members: readonly string[],
): Promise<void> {
  const personOf = (username: string) => ({ subject: subjectOf(username), name: nameOf(username) });
  const people = (token: string): Api => apiClient(`${instance}/instance/v1`, token);
  const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' };
  await people(tokens.platform).post('/organisations', { name: `of ${admin}`, locale, admin: personOf(admin) });
  for (const member of members) await people(tokens[admin]).post('/people', { ...personOf(member), role: 'member' });
}

/** Submits, approves and publishes a release. Resolves when the instance lists its version. */
export async function publishRelease(origins: Origins, key: string, manifest: Manifest): Promise<void> {
  const { hub, tokens } = origins;
  await publish(manifest, {
    publisher: apiClient(`${hub}/developer/v1`, key),
    reviewer: apiClient(`${hub}/operator/v1`, tokens.reviewer),
    operator: operatorApi(origins),
  });
  const admin = adminApi(origins);
  await pollUntil(`${manifest.id} ${manifest.version} in the store`, withinMs, async () => {
    const listed = await nullOn(
      admin.get<{ items: readonly { version: string }[] }>(`/store/${manifest.id}/versions`),
      404,
      503,
    );
    return listed?.items.some(({ version }) => version === manifest.version) === true || null;
  });
}

/** Installs a published plugin. Resolves when it has its credentials and, if it charges, a wallet. */
export async function installPlugin(
  origins: Pick<Origins, 'instance' | 'tokens'> & { readonly network: Pick<ClosedNetwork, 'plugin'> },
  manifest: Manifest,
  { plan, settings = {} }: InstallOptions = {},
): Promise<Installed> {
  const { network, instance } = origins;
  const admin = adminApi(origins);
  const consent = { scopes: Object.keys(manifest.scopes ?? {}), base_url: manifest.base_url };
  const body = { plugin_id: manifest.id, settings, consent, ...(plan !== undefined && { plan }) };
  const { installation_id: id } = await whenAvailable(() =>
    admin.post<{ installation_id: string }>('/installations', body),
  );
  const { token, api_base: api } = await network.plugin.credentials(id, withinMs);
  await pollUntil(`${id} installed`, withinMs, async () => {
    const { status } = await admin.get<{ status: string }>(`/installations/${id}`);
    return status === 'installed' || null;
  });
  if (plan !== undefined)
    await pollUntil(`the wallet of ${id}`, withinMs, () => nullOn(admin.get(`/installations/${id}/wallet`), 404, 503));
  return { id, api, token, address: `${instance}/instance/v1/installations/${id}` };
}

/** Adds purchased MU as the staff that bills. */
export async function purchase(
  { instance, tokens }: Pick<Origins, 'instance' | 'tokens'>,
  { id }: Pick<Installed, 'id'>,
  mu: string,
): Promise<void> {
  const platform = apiClient(`${instance}/instance/v1`, tokens.platform);
  await platform.post(`/installations/${id}/wallet/purchases`, { mu });
}
