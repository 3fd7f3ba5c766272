import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { withWalletSystem, type ChargedPlugin, type WalletSystem } from './wallet-system.js';

const connections = 64;
const units = 1_000;
const keys = 100;
const retryMs = 250;
const maxAttempts = 240;

interface Counts {
  readonly statuses: ReadonlyMap<number, number>;
  readonly entries: ReadonlySet<string>;
}
interface Wallet {
  readonly available: string;
  readonly totals: Readonly<Record<string, string>>;
}

export const proof: Proof = {
  title:
    '20,000 concurrent consumes of 1,000 MU, and 100 keys × 64 callers, over two gateways and two wallet processes',
  plantedDefect: 'forgotten-keys',
  run: ({ patches, isQuick, report }: ProofContext) =>
    withWalletSystem(patches, async (system) => {
      const consumes = isQuick ? 4_000 : 20_000;
      const spent = await system.plugin(units);
      const race = await send(
        system,
        spent,
        Array.from({ length: consumes }, (_, n) => `race-${n}`),
      );
      report(`${consumes} consumes: ${statusesOf(race)}`);
      const retried = await system.plugin(units);
      // Every caller sends each key, at the same time as the others.
      const retries = await send(
        system,
        retried,
        Array.from({ length: keys * connections }, (_, n) => `key-${Math.floor(n / connections)}`),
      );
      report(`${keys} keys × ${connections} callers: ${statusesOf(retries)}`);
      return [
        exactly('consumes that were accepted', race.statuses.get(201) ?? 0, { limit: units, unit: 'of 1,000 MU' }),
        exactly('consumes that were refused with 402', race.statuses.get(402) ?? 0, {
          limit: consumes - units,
          unit: 'requests',
        }),
        ...(await balance(system, spent, units)),
        exactly('requests with a repeated key that were accepted', retries.statuses.get(201) ?? 0, {
          limit: keys * connections,
          unit: 'requests',
        }),
        exactly('entries of 100 keys', retries.entries.size, { limit: keys, unit: 'entries' }),
        ...(await balance(system, retried, keys)),
      ];
    }),
};

/** Sends one consume per key, in order, from 64 connections to both gateways in turn. */
async function send(
  { origins }: WalletSystem,
  { path, token }: ChargedPlugin,
  all: readonly string[],
): Promise<Counts> {
  const pools = origins.map((origin) => new Pool(origin, { connections: connections / 2, pipelining: 1 }));
  const statuses = new Map<number, number>();
  const entries = new Set<string>();
  let next = 0;
  const work = async (caller: number): Promise<void> => {
    while (next < all.length) {
      const key = all[(next += 1) - 1] ?? '';
      const { statusCode, body } = await untilAvailable(() =>
        pools[caller % 2]!.request({
          method: 'POST',
          path: `${path}/wallet/consume`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: '{"service":"work","count":1}',
        }),
      );
      const reply = (await body.json()) as { readonly id?: string; readonly entry_id?: string };
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (statusCode === 201) entries.add(reply.entry_id ?? reply.id ?? '');
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, (_, caller) => work(caller)));
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
  return { statuses, entries };
}

/** Repeats a request that got 503, with the same key, as a plugin does: on a busy machine deadlines pass. */
async function untilAvailable(request: () => Promise<Dispatcher.ResponseData>): Promise<Dispatcher.ResponseData> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await request();
    if (response.statusCode !== 503 || attempt === maxAttempts) return response;
    await response.body.dump();
    await sleep(retryMs);
  }
}

async function balance({ admin }: WalletSystem, { installationId }: ChargedPlugin, consumed: number): Promise<Claim[]> {
  const { available, totals } = await admin.get<Wallet>(`/installations/${installationId}/wallet`);
  return [
    exactly('MU consumed', Number(totals['consumed']), { limit: consumed, unit: 'MU' }),
    exactly('MU left', Number(available), { limit: units - consumed, unit: 'MU' }),
  ];
}

function statusesOf({ statuses }: Counts): string {
  return [...statuses].map(([status, count]) => `${status} ${count.toLocaleString('en')}`).join(', ');
}
