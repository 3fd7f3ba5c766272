/** What the containers of a version were denied on the instances, for the operator's staff. */
import { catalogue, instanceGateway, type DeniedCount, type DeniedOfFleet } from '@kushk/contracts';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Route, type SendRequest } from '../http/route.js';
import { mergeDenied, parseDenied } from './merge-denied.js';
import { DENIED_DEADLINE_MS } from './report-denied-attempts/report-denied-attempts.handler.js';

const { compositeRoute } = routesFor<StaffCaller>('staff', '/operator/v1');
const INSTANCES_AT_A_TIME = 32;
const INSTANCES_PER_PAGE = 200;
/** After this time no further instance is requested; the rest counts as silent. */
const STOP_AFTER_MS = 8_000;

interface Version {
  readonly plugin_id: string;
  readonly version: string;
}

export const deniedRoutes: readonly Route[] = [
  compositeRoute('GET', '/releases/:plugin_id/:version/denied_attempts', {
    operationId: 'listDeniedAttempts',
    summary: 'List what the containers of a version were denied on the instances, the most frequent first',
    requires: staffRole('operator', 'reviewer', 'billing'),
    calls: [catalogue.getReleaseForStaff, catalogue.listInstances, instanceGateway.deniedAttempts],
    handle: async ({ params }, send) => {
      const release = { plugin_id: params['plugin_id']!, version: params['version']! };
      // Rejects a version that does not exist.
      await send(catalogue.getReleaseForStaff, release);
      return { status: 200, body: await deniedOf(release, send) };
    },
  }),
];

async function deniedOf(release: Version, send: SendRequest): Promise<DeniedOfFleet> {
  const until = performance.now() + STOP_AFTER_MS;
  const waiting = await instanceIds(send);
  const requested = waiting.length;
  const replies: (readonly DeniedCount[])[] = [];
  const work = async (): Promise<void> => {
    for (let scope = waiting.shift(); scope !== undefined; scope = waiting.shift()) {
      if (performance.now() > until) return;
      const items = await deniedOn(scope, release, send);
      if (items !== null) replies.push(items);
    }
  };
  await Promise.all(Array.from({ length: Math.min(INSTANCES_AT_A_TIME, waiting.length) }, work));
  return {
    denied: mergeDenied(replies),
    instances: { answered: replies.length, silent: requested - replies.length },
  };
}

async function instanceIds(send: SendRequest): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await send(catalogue.listInstances, { limit: INSTANCES_PER_PAGE, cursor: cursor ?? null });
    ids.push(...reply.items.map(({ id }) => id));
    // A catalogue of 0.1.0 returns all instances at once, without a cursor.
    cursor = reply.next_cursor ?? null;
  }
  return ids;
}

/** Null for an instance that does not answer in time, or not as it should. */
async function deniedOn(scope: string, release: Version, send: SendRequest): Promise<readonly DeniedCount[] | null> {
  try {
    const { reply } = await send(instanceGateway.deniedAttempts, release, { scope, timeoutMs: DENIED_DEADLINE_MS });
    return parseDenied(reply);
  } catch {
    return null;
  }
}
