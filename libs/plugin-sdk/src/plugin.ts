/** The plugin's side of the contract, as a node:http request listener. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { KushkClient } from './client.js';
import { KushkError } from './errors.js';
import { EventIntake } from './event-intake.js';
import { Answered, readBody, sendJson } from './exchange.js';
import { installed, removed, rotated } from './lifecycle.js';
import {
  factsOf,
  PLUGIN_LIMITS,
  type InstallationFacts,
  type PluginDefinition,
  type PluginLimits,
  type PluginLogLine,
} from './plugin-definition.js';
import { readCall, type SignedCall } from './signed-call.js';
import { callTool } from './tool-call.js';
import { Turns } from './turns.js';
import { issuerCheck, type IssuerCheck } from './trust.js';

/** Give it to `http.createServer`, or call it from a route of any framework that has not read the body. */
export interface Plugin {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Whether a request is for the service's three routes, where the server has others too. */
  serves(request: IncomingMessage): boolean;
  /** The API of one installation; throws when it is not known. */
  client(installationId: string): Promise<KushkClient>;
  /** Those that have not been removed. */
  installations(): Promise<readonly InstallationFacts[]>;
  /** Takes a new token or signing secret into use. */
  rotate(installationId: string, what: 'token' | 'signing_secret'): Promise<void>;
  /** Reads the events by polling, for a plugin that the service cannot reach. Goes on where it stopped; ends with the signal, or when the token is dead. */
  poll(installationId: string, signal: AbortSignal): Promise<void>;
}

type Described = Pick<PluginLogLine, 'call' | 'outcome'> & Partial<PluginLogLine> & { readonly body?: string };
interface Parts {
  readonly plugin: PluginDefinition;
  readonly limits: PluginLimits;
  readonly isIssuer: IssuerCheck;
  readonly intake: EventIntake;
  /** What changes the stored credentials of one installation. */
  readonly turns: Turns;
}

const RETRY_PAUSE_MS = 5_000;
const TOOL_PATH = /^\/service\/tools\/([a-z][a-z0-9_]{0,47})$/;

/** Makes a plugin of its definition. Throws at once when the definition trusts nobody. */
export function createPlugin(definition: PluginDefinition): Plugin {
  const parts: Parts = {
    plugin: definition,
    limits: { ...PLUGIN_LIMITS, ...definition.limits },
    isIssuer: issuerCheck(definition.trust),
    intake: new EventIntake(definition),
    turns: new Turns(),
  };
  const pathOf = (request: IncomingMessage): string => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const base = definition.basePath ?? '';
    return path.startsWith(base) ? path.slice(base.length) : '';
  };
  return Object.assign(
    (request: IncomingMessage, response: ServerResponse): void =>
      void answer(parts, pathOf(request), request, response),
    {
      serves: (request: IncomingMessage) => pathOf(request).startsWith('/service/'),
      client: (installationId: string) => clientOf(definition, installationId),
      installations: async () => (await definition.store.list()).map(factsOf),
      rotate: (installationId: string, what: 'token' | 'signing_secret') =>
        parts.turns.take(installationId, () => rotated(definition, installationId, what, new Date())),
      poll: (installationId: string, signal: AbortSignal) => poll(parts, installationId, signal),
    },
  );
}

async function answer(parts: Parts, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const write = (status: number, line: Described): void => {
    const { body, ...told } = line;
    sendJson(
      request,
      response,
      status,
      body ?? JSON.stringify(status < 400 ? { status: told.outcome } : { code: told.outcome }),
    );
    parts.plugin.log?.({ ...told, status, duration_ms: Math.round(performance.now() - started) });
  };
  const installationId = String(request.headers['service-installation-id'] ?? '').slice(0, 100) || undefined;
  try {
    const route = routeOf(path);
    if (request.method !== 'POST') throw new Answered(405, 'request.method_not_allowed');
    const body = await readBody(request, parts.limits.bodyBytes, parts.limits.readMs);
    write(200, {
      installation_id: installationId,
      ...(await route(parts, readCall(request.headers, body, new Date()))),
    });
  } catch (error) {
    if (error instanceof Answered)
      write(error.status, {
        call: 'refused',
        outcome: error.code,
        type: path.slice(0, 80),
        installation_id: installationId,
      });
    // What the author's code said is for the author's log and for nobody else.
    else
      write(500, {
        call: 'refused',
        outcome: 'plugin.failed',
        type: path.slice(0, 80),
        installation_id: installationId,
        error: error instanceof Error ? error.message : String(error),
      });
  }
}

type Route = (parts: Parts, call: SignedCall) => Promise<Described>;

function routeOf(path: string): Route {
  if (path === '/service/lifecycle') return lifecycle;
  if (path === '/service/events') return event;
  const tool = TOOL_PATH.exec(path)?.[1];
  if (tool === undefined) throw new Answered(404, 'request.not_found');
  return async ({ plugin, limits }, call) => ({
    call: 'tool',
    tool,
    outcome: 'answered',
    body: await callTool(plugin, limits, tool, call),
  });
}

const lifecycle: Route = ({ plugin, isIssuer, turns }, call) =>
  turns.take(call.installationId, async () => {
    switch (call.json['event']) {
      case 'installed':
        return { call: 'installed', outcome: await installed(plugin, isIssuer, call) };
      case 'removed':
        return { call: 'removed', outcome: await removed(plugin, isIssuer, call) };
      default:
        throw new Answered(400, 'request.invalid');
    }
  });

const event: Route = async ({ intake }, call) => {
  const outcome = await intake.push(call);
  return { call: 'event', outcome, event_id: String(call.json['id']), type: String(call.json['type']) };
};

async function clientOf(plugin: PluginDefinition, installationId: string): Promise<KushkClient> {
  const stored = await plugin.store.find(installationId);
  if (stored === null) throw new Error(`no such installation: ${installationId}`);
  return new KushkClient({ apiBase: stored.api_base, token: stored.token });
}

async function poll({ plugin, intake }: Parts, installationId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const installation = await plugin.store.find(installationId);
    if (installation === null) return;
    const client = new KushkClient({ apiBase: installation.api_base, token: installation.token });
    try {
      const after = (await plugin.store.cursor(installationId)) ?? '';
      for await (const page of client.followEvents({ after, signal })) {
        for (const one of page.events) {
          const outcome = await intake.handle(installation, one);
          plugin.log?.({
            call: 'event',
            outcome,
            status: 200,
            duration_ms: 0,
            installation_id: installationId,
            event_id: one.id,
            type: one.type,
          });
        }
        await plugin.store.saveCursor(installationId, page.next_after);
      }
    } catch (error) {
      if (signal.aborted) return;
      plugin.log?.({
        call: 'event',
        outcome: 'poll.failed',
        status: error instanceof KushkError ? error.status : 0,
        duration_ms: 0,
        installation_id: installationId,
        error: error instanceof Error ? error.message : String(error),
      });
      if (error instanceof KushkError && error.status === 401) return;
      // What lies before the oldest event that is kept is lost; go on with what there is.
      if (KushkError.is(error, 'events.cursor_expired')) await plugin.store.saveCursor(installationId, '');
      await pause(RETRY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
