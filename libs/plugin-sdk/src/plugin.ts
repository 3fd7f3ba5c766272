/** A plugin as a request listener of node:http and as a handler of the Fetch standard. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KushkClient } from './client.js';
import { EventIntake } from './event-intake.js';
import { pollEvents } from './event-poll.js';
import { HttpError, sendJson } from './http.js';
import { callOfFetch, callOfNode, pathOfRequest, type IncomingCall } from './incoming-call.js';
import { handleInstalled, handleRemoved, rotateCredential } from './lifecycle.js';
import { loggedError } from './logged-error.js';
import {
  DEFAULT_LIMITS,
  withoutSecrets,
  type PluginDefinition,
  type PluginInstallation,
  type PluginLimits,
  type PluginLogLine,
} from './plugin-definition.js';
import { installReadCredentials, type ReadCredentials } from './polling-installation.js';
import { SerialQueue } from './serial-queue.js';
import { readCall, type SignedCall } from './signed-call.js';
import { callTool } from './tool-call.js';
import { issuerVerifier, type VerifyIssuer } from './trust.js';

/**
 * The request listener. Pass it to `http.createServer`, or call it from a route of any framework that has not read
 * the body yet.
 */
export interface Plugin {
  (request: IncomingMessage, response: ServerResponse): void;
  /**
   * Answers a request of the Fetch standard: `Bun.serve({ fetch: plugin.fetch })`, `Deno.serve(plugin.fetch)`, Hono, a
   * route handler of Next.js. It needs no `this`.
   */
  fetch(this: void, request: Request): Promise<Response>;
  /**
   * Returns whether a request is for one of the plugin's three routes. Use it when your server also has other routes.
   */
  serves(this: void, request: IncomingMessage | Request): boolean;
  /** Returns the API client of one installation. Rejects when the installation is unknown or was removed. */
  client(installationId: string): Promise<KushkClient>;
  /** Returns one installation; null when it is unknown or was removed. */
  installation(installationId: string): Promise<PluginInstallation | null>;
  /** Returns all installations except removed ones. */
  installations(): Promise<readonly PluginInstallation[]>;
  /** Requests a new token or signing secret and stores it. The previous one stays valid for a day. */
  rotate(installationId: string, what: 'token' | 'signing_secret'): Promise<void>;
  /**
   * Stores credentials that an admin has read, for a plugin that polls, and runs `onInstalled` once. Changes nothing
   * while the stored token is valid, so it may run at each start.
   */
  install(credentials: ReadCredentials): Promise<void>;
  /**
   * Handles events by polling, for a plugin that polls. Continues from the stored cursor, and handles each event id
   * once. After a failure it waits, from one second up to a minute. Resolves with `aborted` when the signal aborts, and
   * with `removed` when the service refuses the token (401): the installation was removed, or an admin has renewed its
   * credentials.
   */
  poll(installationId: string, signal: AbortSignal): Promise<'aborted' | 'removed'>;
}

interface Context {
  readonly plugin: PluginDefinition;
  readonly limits: PluginLimits;
  readonly verifyIssuer: VerifyIssuer;
  readonly intake: EventIntake;
  /** Serializes changes of the stored credentials per installation. */
  readonly credentialChanges: SerialQueue;
}

/** The result of a route: the log line, and the response body if it is not `{"status": outcome}`. */
type RouteResult = Pick<PluginLogLine, 'call' | 'outcome'> & Partial<PluginLogLine> & { readonly body?: string };
type Route = (context: Context, call: SignedCall) => Promise<RouteResult>;

const TOOL_PATH = /^\/service\/tools\/([a-z][a-z0-9_]{0,47})$/;
/** Maximum logged length of an untrusted header or path. */
const MAX_LOGGED_ID = 100;
const MAX_LOGGED_PATH = 80;

/** Creates a plugin from its definition. Throws a `TypeError` when `trust` is empty. */
export function createPlugin(definition: PluginDefinition): Plugin {
  const context: Context = {
    plugin: definition,
    limits: { ...DEFAULT_LIMITS, ...definition.limits },
    verifyIssuer: issuerVerifier(definition.trust),
    intake: new EventIntake(definition),
    credentialChanges: new SerialQueue(),
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void respondOverNode(context, request, response);
  return Object.assign(listener, {
    fetch: async (request: Request) => {
      const { status, body, headers } = await answer(context, callOfFetch(request));
      return new Response(body, { status, headers });
    },
    serves: (request: IncomingMessage | Request) =>
      pathBelow(definition, pathOfRequest(request)).startsWith('/service/'),
    client: (installationId: string) => clientOf(definition, installationId),
    installation: async (installationId: string) => {
      const stored = await definition.store.find(installationId);
      return stored === null ? null : withoutSecrets(stored);
    },
    installations: async () => (await definition.store.list()).map(withoutSecrets),
    rotate: (installationId: string, what: 'token' | 'signing_secret') =>
      context.credentialChanges.run(installationId, () => rotateCredential(definition, installationId, what)),
    install: (credentials: ReadCredentials) =>
      context.credentialChanges.run(credentials.installation_id, () => installReadCredentials(definition, credentials)),
    poll: (installationId: string, signal: AbortSignal) =>
      pollEvents({ plugin: definition, intake: context.intake, installationId, signal }),
  });
}

/** Returns the path below `basePath`, or an empty string for a path outside `basePath`. */
function pathBelow({ basePath = '' }: PluginDefinition, path: string): string {
  return path.startsWith(basePath) ? path.slice(basePath.length) : '';
}

async function respondOverNode(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  sendJson(request, response, await answer(context, callOfNode(request)));
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function answer(context: Context, call: IncomingCall): Promise<Answer> {
  const startedMs = performance.now();
  const installationId = String(call.headers['service-installation-id'] ?? '').slice(0, MAX_LOGGED_ID) || undefined;
  const { status, body, ...line } = await resultOf(context, call);
  const { outcome } = line;
  const durationMs = Math.round(performance.now() - startedMs);
  context.plugin.log?.({ installation_id: installationId, ...line, status, duration_ms: durationMs });
  return {
    status,
    body: body ?? JSON.stringify(status < 400 ? { status: outcome } : { code: outcome }),
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status === 405 ? { allow: 'POST' } : {}),
    },
  };
}

async function resultOf(context: Context, call: IncomingCall): Promise<RouteResult & { readonly status: number }> {
  const path = pathBelow(context.plugin, call.path);
  const type = path.slice(0, MAX_LOGGED_PATH);
  const { maxBodyBytes, bodyTimeoutMs } = context.limits;
  try {
    const route = routeOf(path);
    if (call.method !== 'POST') throw new HttpError(405, 'request.method_not_allowed');
    const body = await call.body({ maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs });
    return { status: 200, ...(await route(context, readCall(call.headers, body, new Date()))) };
  } catch (error) {
    if (error instanceof HttpError) {
      const { status, code, reason } = error;
      const call = status < 500 ? 'refused' : 'failed';
      return { status, call, outcome: code, type, ...(reason === undefined ? {} : loggedError(reason)) };
    }
    // The error of the author's function is only logged: it may contain data that the service must not see.
    return { status: 500, call: 'failed', outcome: 'plugin.failed', type, ...loggedError(error) };
  }
}

function routeOf(path: string): Route {
  if (path === '/service/lifecycle') return lifecycle;
  if (path === '/service/events') return event;
  const tool = TOOL_PATH.exec(path)?.[1];
  if (tool === undefined) throw new HttpError(404, 'request.not_found');
  return async (context, call) => ({
    call: 'tool',
    tool,
    outcome: 'answered',
    body: await callTool(context, tool, call),
  });
}

const lifecycle: Route = ({ plugin, verifyIssuer, credentialChanges }, call) =>
  credentialChanges.run(call.installationId, async () => {
    switch (call.json['event']) {
      case 'installed':
        return { call: 'installed', outcome: await handleInstalled(plugin, verifyIssuer, call) };
      case 'removed':
        return { call: 'removed', outcome: await handleRemoved(plugin, verifyIssuer, call) };
      default:
        throw new HttpError(400, 'request.invalid');
    }
  });

const event: Route = async ({ intake }, call) => {
  const outcome = await intake.receive(call);
  return { call: 'event', outcome, event_id: String(call.json['id']), type: String(call.json['type']) };
};

async function clientOf(plugin: PluginDefinition, installationId: string): Promise<KushkClient> {
  const stored = await plugin.store.find(installationId);
  if (stored === null) throw new Error(`the installation ${installationId} is unknown or was removed`);
  return new KushkClient({ apiBase: stored.api_base, token: stored.token });
}
