/** An installation that the command plays: its credentials, and the calls to the plugin that belong to it. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@kushk/contracts';
import { newCredential, newSigningKey, signCall, signIssuer, type Jwk } from '@kushk/credentials';
import type { Issuer } from './key-server.js';
import { callPlugin, type PluginAnswer, type PluginRequest } from './plugin-call.js';

export interface Credentials {
  readonly token: string;
  readonly secret: string;
}
export interface PluginEventBody {
  readonly id: string;
  readonly type: string;
  readonly installation_id: string;
  readonly sequence: number;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
/** The plugin under test, and the service that calls it. */
export interface Connection {
  readonly baseUrl: string;
  readonly pluginId: string;
  readonly pluginVersion: string;
  /** The instance that calls. */
  readonly issuer: Issuer;
  readonly deadlineMs: number;
  /** Receives each answer of the plugin. */
  readonly onAnswer?: (answer: PluginAnswer) => void;
}
/** How a call differs from a good one. */
export interface CallChanges {
  /** The secrets that sign; none: the call carries no signature. */
  readonly secrets?: readonly string[];
  /** Seconds that are added to the time of the signature. */
  readonly shiftSeconds?: number;
  /** The bytes that are sent, if they differ from the signed ones. */
  readonly sentBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The key of the issuer's signature; null: the call carries none. */
  readonly issuerKey?: Jwk | null;
  /** The origin that the issuer's signature names. */
  readonly issuerOrigin?: string;
  /** The plugin that the issuer's signature names. */
  readonly audience?: string;
  /** Seconds that are added to the time of the issuer's signature. */
  readonly issuedShiftSeconds?: number;
}
/** How the body of an `installed` call differs from a first one. */
export interface Delivery {
  readonly reconnect?: true;
  readonly api_base?: string;
}

/** How an `installed` call differs from a good one: its body, the way it is written, and its signatures. */
export interface InstalledChanges extends CallChanges {
  readonly delivery?: Delivery;
  readonly writtenBy?: (body: unknown) => string;
}

export const newCredentials = (): Credentials => ({ token: newCredential('ki'), secret: newCredential('ks') });
const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex').slice(0, 26)}`;
export const otherKey = (): Jwk => newSigningKey();

export class TestInstallation {
  readonly id = newId('ins');
  readonly alias = `inst_${randomBytes(10).toString('hex').toUpperCase()}`;
  credentials = newCredentials();
  /** Tokens that are valid besides the current one, as the new one of a rotation that is not acknowledged yet. */
  readonly furtherTokens = new Set<string>();
  /** The handles of people that the API accepts. */
  readonly handles = new Set<string>();
  isRemoved = false;
  private sequence = 0;

  constructor(
    private readonly connection: Connection,
    private readonly scopes: readonly string[],
    readonly settings: JsonObject,
  ) {}

  accepts(token: string): boolean {
    return !this.isRemoved && (token === this.credentials.token || this.furtherTokens.has(token));
  }

  get apiBase(): string {
    return `${this.connection.issuer.origin}/i/${this.id}/plugin/v1`;
  }

  /** Sends `installed` with the given credentials, signed with the current ones. */
  async installed(
    delivered: Credentials = this.credentials,
    { delivery = {}, writtenBy = JSON.stringify, ...changes }: InstalledChanges = {},
  ): Promise<PluginAnswer> {
    const body = {
      event: 'installed',
      installation_id: this.id,
      alias: this.alias,
      api_base: this.apiBase,
      token: delivered.token,
      signing_secret: delivered.secret,
      scopes: this.scopes,
      settings: this.settings,
      ...delivery,
    };
    return this.lifecycle(writtenBy(body), changes);
  }

  /** Sends `installed` with new credentials after a loss: signed by the issuer and with the new secret. */
  async reconnect(delivered: Credentials, changes: InstalledChanges = {}): Promise<PluginAnswer> {
    const delivery = { reconnect: true, ...changes.delivery } as const;
    return this.installed(delivered, { secrets: [delivered.secret], ...changes, delivery });
  }

  async removed(changes: CallChanges = {}): Promise<PluginAnswer> {
    return this.lifecycle('{"event":"removed"}', changes);
  }

  /** A new event with the next sequence number. */
  event(changes: Partial<PluginEventBody> = {}): PluginEventBody {
    this.sequence += 1;
    const externalId = `kushk-test-${randomBytes(6).toString('hex')}`;
    return {
      id: newId('evt'),
      type: 'plugin.proposal.settled',
      installation_id: this.id,
      sequence: this.sequence,
      created_at: new Date().toISOString(),
      data: {
        proposal_id: newId('prp'),
        external_id: externalId,
        record_type: 'case',
        record_id: newId('cas'),
        outcome: 'applied',
        reason: null,
        settled_by: 'person',
        revision: 1,
      },
      ...changes,
    };
  }

  send(event: PluginEventBody, changes: CallChanges = {}): Promise<PluginAnswer> {
    return this.sendText(JSON.stringify(event), { eventId: event.id, changes });
  }

  /** Sends an event as exactly this text. */
  sendText(
    text: string,
    { eventId, changes = {} }: { readonly eventId: string; readonly changes?: CallChanges },
  ): Promise<PluginAnswer> {
    return this.post('/service/events', text, {
      ...changes,
      headers: { 'service-event-id': eventId, ...changes.headers },
    });
  }

  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { handle, ...changes }: CallChanges & { readonly handle: string },
  ): Promise<PluginAnswer> {
    const body = { installation_id: this.id, user_id: newId('per'), arguments: args, handle };
    return this.post(`/service/tools/${name}`, JSON.stringify(body), changes);
  }

  /** Requests a page, as the shell does before it embeds the page. */
  page(path: string): Promise<PluginAnswer> {
    const url = new URL(`${this.connection.baseUrl}${path}`);
    url.searchParams.set('installation_id', this.id);
    return this.call({ method: 'GET', url, headers: { accept: 'text/html' } });
  }

  /** Sends what the plugin's own page sends to the plugin's own server. */
  pageAction(path: string, body: Readonly<Record<string, unknown>>): Promise<PluginAnswer> {
    return this.call({
      method: 'POST',
      url: new URL(`${this.connection.baseUrl}${path}`),
      body: Buffer.from(JSON.stringify(body), 'utf8'),
      headers: { 'content-type': 'application/json' },
    });
  }

  private lifecycle(text: string, changes: CallChanges): Promise<PluginAnswer> {
    const { issuer: caller, pluginId } = this.connection;
    const key = changes.issuerKey === undefined ? caller.key : changes.issuerKey;
    const iat = Math.floor(Date.now() / 1_000) + (changes.issuedShiftSeconds ?? 0);
    const claims = { iss: changes.issuerOrigin ?? caller.origin, aud: changes.audience ?? pluginId, iat };
    const issuer = key === null ? {} : { 'service-issuer-signature': signIssuer(key, claims, text) };
    return this.post('/service/lifecycle', text, { ...changes, headers: { ...issuer, ...changes.headers } });
  }

  private post(path: string, text: string, changes: CallChanges): Promise<PluginAnswer> {
    const { secrets = [this.credentials.secret], shiftSeconds = 0, sentBody = text } = changes;
    const seconds = Math.floor(Date.now() / 1_000) + shiftSeconds;
    return this.call({
      method: 'POST',
      url: new URL(`${this.connection.baseUrl}${path}`),
      body: Buffer.from(sentBody, 'utf8'),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Kushk/1',
        'service-installation-id': this.id,
        'service-attempt': '1',
        'service-plugin-version': this.connection.pluginVersion,
        ...(secrets.length === 0 ? {} : { 'service-signature': signCall(secrets, text, seconds) }),
        ...changes.headers,
      },
    });
  }

  private async call(request: Omit<PluginRequest, 'deadlineMs'>): Promise<PluginAnswer> {
    const { deadlineMs, onAnswer } = this.connection;
    const answer = await callPlugin({ ...request, deadlineMs });
    onAnswer?.(answer);
    return answer;
  }
}
