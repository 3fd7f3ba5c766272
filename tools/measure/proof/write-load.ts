/** Callers that write through all gateways at a constant rate, and what was acknowledged to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { consume, send, type Answer, type Recorded } from './recorded-requests.js';
import type { ReplicatedSystem } from './replicated-system.js';

/** The most charges in flight. The next one waits for one of them. */
const mostInFlight = 512;
/** Between changes of one installation, and between releases. */
const pausesMs = { statusChanges: 250, releases: 500 };
const repeatMs = 250;
/** After the end of the load, a repeated request must be acknowledged within this time. */
const acknowledgedWithinMs = 60_000;

/** Who changes the status of an installation. */
export interface LoadAdmin {
  readonly token: string;
  readonly installationId: string;
}
export interface LoadOptions {
  readonly admin: LoadAdmin;
  /** Charges, besides a few changes of an installation and releases. */
  readonly perSecond: number;
  /** Distinguishes the loads of one system. */
  readonly run: number;
  /** Whether a request is repeated with its key until it is acknowledged, as clients do. */
  readonly repeats?: boolean;
}

export type Write = 'charges' | 'statusChanges' | 'releases';
export interface Attempt {
  readonly write: Write;
  readonly sentAt: number;
  /** Infinity while the attempt waits. */
  readonly endedAt: number;
  /** 0 when there was no response, or none yet. */
  readonly status: number;
}
export interface Load extends Readonly<Record<Write, number>> {
  /** Every response other than an acknowledgement. */
  readonly errors: readonly string[];
  readonly attempts: readonly Attempt[];
  /** Requests that were repeated and never acknowledged. */
  readonly unanswered: number;
}

/** The plugin that the load submits versions of. */
export const submittedPlugin = 'com.example.upgraded';

const manifestOf = (version: string): object => ({
  schema: '1',
  id: submittedPlugin,
  version,
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Upgraded', fa: 'اثبات' },
  base_url: 'http://127.0.0.1:9',
  scopes: { 'wallet.consume': 'Is proved' },
  services: [{ key: 'work', unit: 'piece' }],
  plans: [{ key: 'basic', rates: { work: '1' } }],
});

export const isAcknowledged = ({ status }: Pick<Attempt, 'status'>): boolean => status >= 200 && status < 300;
export const hasFailed = (attempt: Attempt): boolean => attempt.endedAt < Infinity && !isAcknowledged(attempt);

/** The longest time in which no charge was acknowledged, in milliseconds. */
export function longestSilence({ attempts }: Pick<Load, 'attempts'>): number {
  const ended = attempts.filter((one) => one.write === 'charges' && isAcknowledged(one)).map(({ endedAt }) => endedAt);
  ended.sort((one, other) => one - other);
  return Math.max(0, ...ended.slice(1).map((at, index) => at - ended[index]!));
}

/** The requests besides charges, by their number. Each has a key of its own. */
function requestsOf(publisherKey: string, { admin, run }: LoadOptions) {
  const json = (token: string, key: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': `${run}-${key}`,
  });
  return {
    statusChanges: (number: number) => (origin: string) => {
      const verb = number % 2 === 1 ? 'pause' : 'resume';
      const url = `${origin}/instance/v1/installations/${admin.installationId}/${verb}`;
      return send(url, { method: 'POST', headers: json(admin.token, `status-${number}`) });
    },
    releases: (number: number) => (origin: string) =>
      send(`${origin}/developer/v1/releases`, {
        method: 'POST',
        headers: json(publisherKey, `release-${number}`),
        body: JSON.stringify({ manifest: manifestOf(`${run}.0.${number}`) }),
      }),
  };
}

/** Charges at a constant rate, whatever waits, and from one caller each, changes of an installation and releases. */
export function startLoad(
  system: ReplicatedSystem,
  { plugin, publisherKey }: Recorded,
  options: LoadOptions,
): { readonly attempts: readonly Attempt[]; stop(): Promise<Load> } {
  const { perSecond, run, repeats = false } = options;
  const requests = requestsOf(publisherKey, options);
  const counts = { charges: 0, statusChanges: 0, releases: 0 };
  const [errors, attempts]: [string[], Attempt[]] = [[], []];
  let [turn, unanswered] = [0, 0];
  let stoppedAt = Infinity;
  const attempt = async (write: Write, request: (origin: string) => Promise<Answer>): Promise<boolean> => {
    const origins = system.origins(write === 'releases' ? 'hub gateway' : 'instance gateway');
    const own = { write, sentAt: performance.now(), endedAt: Infinity, status: 0 };
    attempts.push(own);
    const { status, body } = await request(origins[(turn += 1) % origins.length] ?? '');
    Object.assign(own, { endedAt: performance.now(), status });
    if (isAcknowledged({ status })) counts[write] += 1;
    else errors.push(`${write}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    return isAcknowledged({ status });
  };
  /** Sends to the gateways in turn. */
  const write = async (...[what, request]: Parameters<typeof attempt>): Promise<void> => {
    while (!(await attempt(what, request)) && repeats) {
      if (performance.now() > stoppedAt + acknowledgedWithinMs) {
        unanswered += 1;
        return;
      }
      await sleep(repeatMs);
    }
  };
  const charge = async (): Promise<void> => {
    const inFlight = new Set<Promise<void>>();
    for (let number = 1, dueAt = performance.now(); stoppedAt === Infinity; number += 1) {
      const charged = write('charges', (origin) => consume(origin, plugin, `load-${run}-${number}`));
      inFlight.add(charged);
      void charged.finally(() => inFlight.delete(charged));
      dueAt = Math.max(dueAt + 1_000 / perSecond, performance.now());
      await sleep(Math.max(0, dueAt - performance.now()));
      while (inFlight.size >= mostInFlight) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
  };
  const inTurn = async (what: keyof typeof requests): Promise<void> => {
    for (let number = 1; stoppedAt === Infinity; number += 1) {
      await write(what, requests[what](number));
      await sleep(pausesMs[what]);
    }
  };
  const running = Promise.all([charge(), inTurn('statusChanges'), inTurn('releases')]);
  return {
    attempts,
    stop: async () => {
      stoppedAt = performance.now();
      await running;
      return { ...counts, errors, attempts, unanswered };
    },
  };
}
