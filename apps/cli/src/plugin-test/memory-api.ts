/**
 * The plugin API of one installation in memory: what a plugin may call while it is tested. It checks the token, keeps
 * records, proposals and sources, charges holds, and repeats the reply to a repeated `Idempotency-Key`.
 */
import type { IncomingMessage } from 'node:http';
import { READING_SCOPES, secretPointers, withoutSecrets, type Manifest } from '@kushk/manifest';
import { EventFeed } from './event-feed.js';
import { markedRecord } from './marked-record.js';
import { platformRecord, platformRecords } from './memory-platform.js';
import { bodyProblem, keyProblem, proposalProblem, recordProblem } from './memory-checks.js';
import { MemoryWallet } from './memory-wallet.js';
import { mcpReply } from './memory-mcp.js';
import { PLATFORM_KINDS, requiredScope } from './memory-scopes.js';
import { newCredentials, type TestInstallation } from './test-installation.js';

export interface ApiReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface ApiCall {
  readonly request: IncomingMessage;
  /** The path below `api_base`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}
type Data = Readonly<Record<string, unknown>>;

/** Entries of each kind, so that a plugin that never stops writing does not fill the memory. */
const MAX_ENTRIES = 10_000;

/** So many revisions of one outcome a case may send. */
const REVISIONS_OF_OUTCOME = 10;

export const problem = (status: number, code: string, params: Data = {}): ApiReply => ({
  status,
  body: { type: 'about:blank', title: code, status, detail: code, code, params, request_id: 'req_test' },
});
const list = (items: readonly unknown[], next_cursor: string | null = null): ApiReply => ({
  status: 200,
  body: { items, next_cursor },
});
const SECOND_PAGE = 'page-2';

export class MemoryApi {
  readonly feed = new EventFeed();
  /** By handle the text in a record of each type that only this person may see. The token sees all of them. */
  readonly marks = new Map<string, string>();
  /** By the path of a list of which the plugin has read a page: whether it has read the second one too. */
  readonly lists = new Map<string, boolean>();
  private readonly records = new Map<string, Data & { readonly revision: number }>();
  private readonly proposals = new Map<string, Data>();
  private readonly decided = new Set<Data>();
  private revision = 1 - REVISIONS_OF_OUTCOME;
  private readonly sources = new Map<string, Data>();
  /** By key: method, path and body of the request, and its reply. */
  private readonly replies = new Map<string, { readonly request: string; readonly reply: ApiReply }>();
  private readonly wallet: MemoryWallet;
  private count = 0;

  constructor(
    private readonly installation: TestInstallation,
    private readonly manifest: Manifest,
  ) {
    this.wallet = new MemoryWallet(manifest, installation.id);
  }

  reply(call: ApiCall): ApiReply | Promise<ApiReply> {
    const { headers, method } = call.request;
    const isPoll = call.path === '/events';
    if (!this.installation.accepts(headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      if (isPoll) this.feed.refused(call.query);
      return problem(401, 'auth.token_invalid');
    }
    const handle = handleOf(call);
    if (handle !== null && !this.installation.handles.has(handle)) return problem(401, 'auth.handle_invalid');
    if (isPoll) return this.feed.page(call.query);
    const key = headers['idempotency-key']?.toString();
    const known = key === undefined || method === 'GET' ? undefined : this.replies.get(key);
    const request = `${method} ${call.path} ${call.body}`;
    if (known !== undefined && known.request !== request) return problem(409, 'idempotency.conflict');
    if (known !== undefined)
      return { ...known.reply, headers: { ...known.reply.headers, 'idempotency-replayed': 'true' } };
    const reply = keyProblem(call) ?? bodyProblem(call) ?? this.route(call);
    if (key !== undefined && reply.status < 300 && this.replies.size < MAX_ENTRIES)
      this.replies.set(key, { request, reply });
    return reply;
  }

  private route(call: ApiCall): ApiReply {
    const [resource = '', ...rest] = call.path.split('/').slice(1).map(decodeURIComponent);
    const { method } = call.request;
    const isNew = method === 'POST' && rest.length === 0;
    const scope = requiredScope(resource, isNew ? parsed(call.body) : null);
    if (scope !== null && !this.grants(scope)) return problem(403, 'auth.scope_missing', { scope });
    switch (resource) {
      case 'installation':
        return rest[0] === 'rotate' ? this.rotate(call) : { status: 200, body: this.description(handleOf(call)) };
      case 'people':
        return this.pages(call, [{ id: 'per_test', name: 'Sara Test', assignable: true }]);
      case 'records':
        return this.record(rest, call);
      case 'proposals':
        return this.entry(this.proposals, rest, { call, prefix: 'prp', created: 201 });
      case 'sources':
        return this.entry(this.sources, rest, { call, prefix: 'src', created: 202 });
      case 'wallet':
        return this.wallet.reply(method ?? '', rest, parsed(call.body));
      case 'platform':
        return this.platform(rest, call);
      case 'mcp':
        return mcpReply(parsed(call.body), Object.keys(this.manifest.scopes ?? {}), (kind, query) =>
          this.platformPage({ path: `/mcp list_${kind}`, query }, kind),
        );
      default:
        return problem(404, 'route.not_found');
    }
  }

  /** A first page without items, as a page may have any number of them, and a second one with all. */
  private pages({ path, query }: Pick<ApiCall, 'path' | 'query'>, items: readonly unknown[]): ApiReply {
    const isSecond = query.get('cursor') === SECOND_PAGE;
    this.lists.set(path, isSecond || this.lists.get(path) === true);
    return isSecond ? list(items) : list([], SECOND_PAGE);
  }

  /** A search needs one of the scopes. */
  private platform([kind = '', id]: string[], call: ApiCall): ApiReply {
    const found = PLATFORM_KINDS[kind];
    if (found === undefined && kind !== 'search') return problem(404, 'route.not_found');
    const scopes = found === undefined ? READING_SCOPES : [found.scope];
    if (!scopes.some((scope) => this.grants(scope)))
      return problem(403, 'auth.scope_missing', { scope: scopes.join(' or ') });
    if (found === undefined || id === undefined) return this.platformPage(call, kind);
    const record = platformRecord(kind, id);
    return record === undefined ? problem(404, `${found.type}.not_found`) : { status: 200, body: record };
  }

  /** A search finds nothing and ends: a plugin that looks for one record may read only what is first. */
  private platformPage(call: Pick<ApiCall, 'path' | 'query'>, kind: string): ApiReply {
    const isSearch = kind === 'search' || call.query.has('q') || call.query.has('query');
    return isSearch ? list([]) : this.pages(call, platformRecords(kind));
  }

  /** What the plugin has stored, proposed, brought in and paid, as text, to compare it. */
  storedState(): string {
    const records = [...this.records].map(([key, { data }]) => [key, data]);
    return JSON.stringify([records, [...this.proposals.values()], [...this.sources.values()], this.wallet.paid]);
  }

  /** The first revision of an outcome, above those of all outcomes before; the next `REVISIONS_OF_OUTCOME` are free. */
  nextRevision(): number {
    this.revision += REVISIONS_OF_OUTCOME;
    return this.revision;
  }

  /**
   * The proposal whose outcome is sent next: the first without one, else the first. It stays pending: a case may send
   * another outcome.
   */
  proposalForOutcome(): Data | null {
    const pending = pendingOf(this.proposals);
    const proposal = pending.find((one) => !this.decided.has(one)) ?? pending[0] ?? null;
    if (proposal !== null) this.decided.add(proposal);
    return proposal;
  }

  /** The `external_id`s of the proposals of which a case has sent an outcome. */
  get decidedProposals(): ReadonlySet<string> {
    const decided = [...this.proposals.values()].filter((one) => this.decided.has(one));
    return new Set(decided.map((one) => String(one['external_id'])));
  }

  /** Whether the plugin has a proposal of which no case has sent an outcome. */
  hasUndecidedProposal(): boolean {
    return pendingOf(this.proposals).some((proposal) => !this.decided.has(proposal));
  }

  /** The first source of which no case has sent a review; null when there is none. */
  sourceForReview(): Data | null {
    const source = pendingOf(this.sources).find((one) => !this.decided.has(one)) ?? null;
    if (source !== null) this.decided.add(source);
    return source;
  }

  get hasHolds(): boolean {
    return this.wallet.hasHolds;
  }

  openHolds(): readonly string[] {
    return this.wallet.openHolds();
  }

  private grants(scope: string): boolean {
    const granted = Object.keys(this.manifest.scopes ?? {});
    return scope.endsWith('*') ? granted.some((one) => one.startsWith(scope.slice(0, -1))) : granted.includes(scope);
  }

  private description(handle: string | null): Data {
    const { id, apiBase, credentials, settings } = this.installation;
    const secrets = handle === null ? [] : secretPointers(this.manifest.settings ?? {}, settings);
    return {
      installation_id: id,
      alias: this.installation.alias,
      plugin_id: this.manifest.id,
      version: this.manifest.version,
      status: 'installed',
      plugin_api: this.manifest.plugin_api,
      api_base: apiBase,
      scopes: Object.keys(this.manifest.scopes ?? {}),
      scopes_pending: [],
      settings: withoutSecrets(settings, secrets),
      settings_revision: 1,
      plan: this.manifest.plans?.[0]?.key ?? null,
      locale: { language: 'fa', direction: 'rtl', calendar: 'persian', timezone: 'Asia/Tehran' },
      machine_user: { id: 'mu_test' },
      installed_at: new Date().toISOString(),
      token: { last4: credentials.token.slice(-4) },
    };
  }

  private rotate({ body }: ApiCall): ApiReply {
    const { what } = parsed(body);
    const fresh = newCredentials();
    const isToken = what === 'token';
    const { credentials } = this.installation;
    this.installation.credentials = isToken
      ? { ...credentials, token: fresh.token }
      : { ...credentials, secret: fresh.secret };
    const issued = isToken ? { token: fresh.token } : { signing_secret: fresh.secret };
    return { status: 200, body: { what, ...issued, previous_valid_until: new Date().toISOString() } };
  }

  private record([type = '', externalId]: string[], call: ApiCall): ApiReply {
    const { request, body } = call;
    if (externalId === undefined) {
      const stored = [...this.records].filter(([key]) => key.startsWith(`${type}/`)).map(([, record]) => record);
      return this.pages(call, [...stored, ...this.markedRecords(type, handleOf(call))]);
    }
    const key = `${type}/${externalId}`;
    const existing = this.records.get(key);
    if (request.method === 'PUT') return this.putRecord({ type, externalId, key }, { request, body });
    if (existing === undefined) return problem(404, 'record.not_found');
    if (request.method === 'DELETE') {
      this.records.delete(key);
      return { status: 204 };
    }
    return { status: 200, body: existing, headers: { etag: `"${existing.revision}"` } };
  }

  /** The marked records of a type that a person sees; of the token, null, those of everyone. */
  private markedRecords(type: string, handle: string | null): readonly Data[] {
    const declared = this.manifest.records?.find((one) => one.type === type);
    const at = new Date().toISOString();
    const marks = [...this.marks].filter(([person]) => handle === null || person === handle);
    return marks.flatMap(([, mark], index) => {
      const data = declared === undefined ? null : markedRecord(declared.schema, mark);
      const fields = { type, external_id: `marked-${index + 1}`, revision: 1, created_at: at, updated_at: at };
      return data === null ? [] : [{ ...fields, data }];
    });
  }

  private putRecord(
    { type, externalId, key }: { readonly type: string; readonly externalId: string; readonly key: string },
    { request, body }: Pick<ApiCall, 'request' | 'body'>,
  ): ApiReply {
    const refusal = recordProblem(this.manifest, type, parsed(body));
    if (refusal !== null) return refusal;
    const existing = this.records.get(key);
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== `"${existing?.revision ?? 0}"`) return staleRevision(existing?.revision);
    if (existing === undefined && this.records.size >= MAX_ENTRIES) return problem(409, 'quota.exceeded');
    const at = new Date().toISOString();
    const revision = (existing?.revision ?? 0) + 1;
    const created_at = existing?.['created_at'] ?? at;
    const record = { type, external_id: externalId, data: parsed(body)['data'], revision, created_at, updated_at: at };
    this.records.set(key, record);
    return { status: existing === undefined ? 201 : 200, body: record, headers: { etag: `"${revision}"` } };
  }

  /** Proposals and sources: created by `external_id`, the same again for a repetition. */
  private entry(
    entries: Map<string, Data>,
    [id, action]: string[],
    { call, prefix, created }: { readonly call: ApiCall; readonly prefix: string; readonly created: number },
  ): ApiReply {
    if (call.request.method === 'GET' && id === undefined) return this.pages(call, [...entries.values()]);
    const found = [...entries.values()].find((one) => one['id'] === id);
    if (id !== undefined) {
      if (found === undefined) return problem(404, `${prefix === 'prp' ? 'proposal' : 'source'}.not_found`);
      if (action !== 'withdraw') return { status: 200, body: found };
      const withdrawn = { ...found, status: 'withdrawn' };
      entries.set(String(found['external_id']), withdrawn);
      return { status: 200, body: withdrawn };
    }
    const body = parsed(call.body);
    const refusal = prefix === 'prp' ? proposalProblem(this.manifest, body) : null;
    if (refusal !== null) return refusal;
    const externalId = String(body['external_id']);
    const existing = entries.get(externalId);
    if (existing !== undefined) return { status: 200, body: existing };
    if (entries.size >= MAX_ENTRIES) return problem(409, 'source.quota_exceeded');
    this.count += 1;
    const at = new Date().toISOString();
    const fields = { status: 'pending', reason: null, record_id: null, settled_by: null, revision: 1, created_at: at };
    const entry = { ...fields, ...body, id: `${prefix}_test${this.count}`, settled_at: null };
    entries.set(externalId, entry);
    return { status: created, body: entry };
  }
}

function staleRevision(revision: number | undefined): ApiReply {
  const detail =
    revision === undefined
      ? 'there is no such record: send no If-Match'
      : `It has revision ${revision} now: read it again, and send the change with If-Match: "${revision}"`;
  const { body, ...reply } = problem(412, 'record.revision_conflict', { revision: revision ?? null });
  return { ...reply, body: { ...(body as Data), detail } };
}

const pendingOf = (entries: ReadonlyMap<string, Data>): readonly Data[] =>
  [...entries.values()].filter(({ status }) => status === 'pending');

function handleOf({ request }: ApiCall): string | null {
  return request.headers['service-handle']?.toString() ?? null;
}

function parsed(text: string): Data {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}
