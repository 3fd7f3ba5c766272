/** The requests of `kushk dev` to an instance, as an admin of the demo organisation. */
import type {
  DeliveryResource,
  InstallationHealth,
  JsonObject,
  ListedProposal,
  ProposalDecision,
  ReceivedCall,
  SentCall,
  SourceForPeople,
  TitledInstallation,
  WalletResource,
} from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { openStream, pathOf, send, type ApiRequest } from '../api.js';
import type { Connection } from '../connection.js';
import type { Language } from '../phrase.js';

const PAGE_ITEMS = 50;
const MOST_PAGE_ITEMS = 200;
const MAX_PAGES = 20;
type Update = {
  readonly version: string;
  readonly scopes: readonly { readonly scope: string; readonly new: boolean }[];
  readonly plans: readonly { readonly key: string }[];
  readonly base_url?: { readonly after: string | null };
};
interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
export interface Credentials {
  readonly installation_id: string;
  readonly api_base: string;
  readonly token: string | null;
  readonly signing_secret: string | null;
}
/** The app of the plugin, or one of its panels beside a record. */
export interface PageForHandle {
  readonly surface: 'app' | 'panel';
  readonly panel?: string;
  readonly record?: { readonly type: string; readonly id: string };
}
export interface PageHandle {
  readonly handle: string;
  /** Seconds. */
  readonly expires_in: number;
}
export interface InstallRequest {
  readonly pluginId: string;
  readonly version: string;
  readonly plan: string | null;
  readonly settings: object;
  readonly scopes: readonly string[];
  /** Null for a plugin that polls and has no address. */
  readonly baseUrl: string | null;
}

export class InstanceClient {
  constructor(
    readonly connection: Connection,
    private readonly language: Language,
  ) {}

  publish(manifest: unknown): Promise<{ readonly manifest: JsonObject }> {
    return this.post('/instance/v1/dev/releases', { manifest });
  }

  /** The installation of a plugin in the organisation; null when there is none. */
  async findInstallation(pluginId: string): Promise<TitledInstallation | null> {
    let cursor = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const list = await this.get<PageOf<TitledInstallation>>(`/instance/v1/installations?limit=200${cursor}`);
      const found = list.items.find((one) => one.plugin_id === pluginId && one.status !== 'removed');
      if (found !== undefined || list.next_cursor === null) return found ?? null;
      cursor = `&cursor=${encodeURIComponent(list.next_cursor)}`;
    }
    return null;
  }

  installation(id: string): Promise<TitledInstallation> {
    return this.get(pathOf`/instance/v1/installations/${id}`);
  }

  install({ pluginId, version, plan, settings, scopes, baseUrl }: InstallRequest): Promise<TitledInstallation> {
    return this.post('/instance/v1/installations', {
      plugin_id: pluginId,
      version,
      plan,
      settings,
      consent: { scopes, ...(baseUrl !== null && { base_url: baseUrl }) },
    });
  }

  /** The manifest of the installed version. */
  async manifest(id: string): Promise<Manifest & JsonObject> {
    const path = pathOf`/instance/v1/installations/${id}/manifest`;
    return (await this.get<{ readonly manifest: Manifest & JsonObject }>(path)).manifest;
  }

  remove(id: string): Promise<unknown> {
    return this.call({ method: 'DELETE', path: pathOf`/instance/v1/installations/${id}` });
  }

  /** Consents to all that the waiting version asks for. Returns the scopes among it that are new. */
  async consentToUpdate(
    id: string,
    { plan, settings }: Pick<InstallRequest, 'plan' | 'settings'>,
  ): Promise<readonly string[]> {
    const update = await this.get<Update>(pathOf`/instance/v1/installations/${id}/update`);
    await this.post(pathOf`/instance/v1/installations/${id}/update/consent`, {
      version: update.version,
      scopes: update.scopes.map(({ scope }) => scope),
      ...(typeof update.base_url?.after === 'string' && { base_url: update.base_url.after }),
      ...(plan === null ? {} : { plan }),
      settings,
    });
    return update.scopes.filter((one) => one.new).map(({ scope }) => scope);
  }

  changeSettings(id: string, settings: object): Promise<unknown> {
    return this.call({
      method: 'PUT',
      path: pathOf`/instance/v1/installations/${id}/settings`,
      body: { settings },
    });
  }

  wallet(id: string): Promise<WalletResource> {
    return this.get(pathOf`/instance/v1/installations/${id}/wallet`);
  }

  gift(id: string, mu: string): Promise<unknown> {
    return this.post(pathOf`/instance/v1/installations/${id}/wallet/gifts`, { mu, note: 'kushk dev' });
  }

  /** The newest deliveries, newest first. */
  async deliveries(id: string): Promise<readonly DeliveryResource[]> {
    const path = `${pathOf`/instance/v1/installations/${id}/deliveries`}?limit=${PAGE_ITEMS}`;
    return (await this.get<PageOf<DeliveryResource>>(path)).items;
  }

  /** Sends an event or a lifecycle call again, at once. `deliveryId` is the id in the list of deliveries. */
  redeliver(id: string, deliveryId: string): Promise<unknown> {
    return this.post(pathOf`/instance/v1/installations/${id}/deliveries/${deliveryId}/redeliver`, {});
  }

  /** Closes the circuits and ends a stop after a 410, in all channels. */
  resumeDeliveries(id: string): Promise<InstallationHealth> {
    return this.post(pathOf`/instance/v1/installations/${id}/deliveries/resume`, {});
  }

  /** Makes the calls to the plugin fail for this time; 0 ends that. */
  simulateOutage(id: string, seconds: number): Promise<{ readonly until: string | null }> {
    return this.post(pathOf`/instance/v1/dev/installations/${id}/outage`, { seconds });
  }

  receivedCalls(
    id: string,
    after: string,
  ): Promise<{
    readonly calls: readonly ReceivedCall[];
    readonly sent: readonly SentCall[];
    readonly next_after: string;
  }> {
    return this.get(`${pathOf`/instance/v1/dev/installations/${id}/calls`}?after=${encodeURIComponent(after)}`);
  }

  /** The server-sent events with the names of lists that changed, until the signal aborts. */
  openChanges(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    return openStream(this.connection, { path: '/instance/v1/changes', language: this.language, signal });
  }

  /** The newest proposals of a plugin, newest first: those that wait for a person, or all. */
  async proposals(pluginId: string, which: 'pending' | 'all'): Promise<readonly ListedProposal[]> {
    const query = `limit=${PAGE_ITEMS}&plugin_id=${encodeURIComponent(pluginId)}${statusOf(which)}`;
    return (await this.get<PageOf<ListedProposal>>(`/instance/v1/proposals?${query}`)).items;
  }

  /** Those of an installation among the newest sources of the organisation, newest first. */
  async sources(installationId: string, which: 'pending' | 'all'): Promise<readonly SourceForPeople[]> {
    const path = `/instance/v1/sources?limit=${MOST_PAGE_ITEMS}${statusOf(which)}`;
    const { items } = await this.get<PageOf<SourceForPeople>>(path);
    return items.filter((one) => one.installation_id === installationId);
  }

  acceptSource(id: string, where: { readonly session_id: string } | { readonly member_ids: null }): Promise<unknown> {
    return this.post(pathOf`/instance/v1/sources/${id}/accept`, where);
  }

  dismissSource(id: string, reason: string | null): Promise<unknown> {
    return this.post(pathOf`/instance/v1/sources/${id}/dismiss`, { reason });
  }

  /** The newest session of the organisation, or a new one where there is none. */
  async sessionForMessages(): Promise<{ readonly id: string; readonly title: string }> {
    type Session = { readonly id: string; readonly title: string };
    const { items } = await this.get<PageOf<Session>>('/instance/v1/sessions?limit=1');
    return items[0] ?? (await this.post<Session>('/instance/v1/sessions', { title: 'kushk dev' }));
  }

  /** What the person sees on the screen wins over edits made meanwhile: the record is one of the demo. */
  applyProposal(id: string): Promise<ListedProposal> {
    return this.post(pathOf`/instance/v1/proposals/${id}/apply`, { overwrite: true });
  }

  /** Decides the proposals one by one, at most 500. One that is stale is refused. */
  decideProposals(
    ids: readonly string[],
    decision: { readonly action: 'apply' | 'reject'; readonly reason: string | null },
  ): Promise<{ readonly items: readonly ProposalDecision[] }> {
    return this.post('/instance/v1/proposals/decide', { ids, ...decision });
  }

  undoProposal(id: string): Promise<ListedProposal> {
    return this.post(pathOf`/instance/v1/proposals/${id}/undo`, {});
  }

  rejectProposal(id: string, reason: string | null): Promise<ListedProposal> {
    return this.post(pathOf`/instance/v1/proposals/${id}/reject`, { reason });
  }

  /** Adds the reason of a rejection. */
  explainRejection(id: string, reason: string): Promise<ListedProposal> {
    return this.post(pathOf`/instance/v1/proposals/${id}/reason`, { reason });
  }

  triggerEvent(id: string, type: string, data: unknown): Promise<{ event_id: string; sequence: number }> {
    return this.post(pathOf`/instance/v1/dev/installations/${id}/events`, { type, data });
  }

  callTool(id: string, name: string, args: unknown): Promise<{ readonly content: unknown }> {
    return this.post(pathOf`/instance/v1/installations/${id}/tools/${name}`, { arguments: args });
  }

  /** How many people and cases this person sees, as a text: `200+` for more than one page. */
  async organisationSize(): Promise<{ readonly people: string; readonly cases: string }> {
    const sizeOf = async (kind: string): Promise<string> => {
      const page = await this.get<PageOf<unknown>>(`/instance/v1/${kind}?limit=${MOST_PAGE_ITEMS}`);
      return `${page.items.length}${page.next_cursor === null ? '' : '+'}`;
    };
    return { people: await sizeOf('people'), cases: await sizeOf('cases') };
  }

  /** A handle of the person of this client for a page of the plugin. */
  pageHandle(id: string, page: PageForHandle): Promise<PageHandle> {
    return this.post(pathOf`/instance/v1/installations/${id}/handle`, page);
  }

  rotate(id: string): Promise<unknown> {
    return this.post(pathOf`/instance/v1/installations/${id}/rotate`, {});
  }

  credentials(id: string): Promise<Credentials> {
    return this.post(pathOf`/instance/v1/installations/${id}/credentials`, {});
  }

  private get<Reply>(path: string): Promise<Reply> {
    return this.call({ method: 'GET', path });
  }

  private post<Reply>(path: string, body: unknown): Promise<Reply> {
    return this.call({ method: 'POST', path, body });
  }

  private call<Reply>(request: Omit<ApiRequest, 'language'>): Promise<Reply> {
    return send<Reply>(this.connection, { ...request, language: this.language });
  }
}

function statusOf(which: 'pending' | 'all'): string {
  return which === 'all' ? '' : `&status=${which}`;
}
