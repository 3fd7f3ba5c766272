/**
 * Compares the command loop of the wallet service, without HTTP and NATS, with one transaction per command at its best
 * pool size. Both use 64 callers, durable commits, an idempotency key per command, and keep hash-chained entries. The
 * ratio is the median of windows that alternate, because the speed of a shared machine changes within seconds. Charges
 * are also compared with the event store that people would use instead.
 */
import { openEventStore } from '@kushk/event-store';
import { walletStore } from '../../../apps/wallet/src/store.module.js';
import { underLoad, type LoadResult } from './callers.js';
import { createEmmettWallets, emmettGuarantees } from './loop-emmett.js';
import { medianByRatio } from './median-by-ratio.js';
import { NaiveWallets } from './naive-wallet.js';
import { peerRow } from './peer-row.js';
import { cpuMs } from './processes.js';
import type { Row } from './row.js';
import { withServers, type BenchServers } from './servers.js';
import { WalletCharges } from './wallet-charges.js';

const load = { callers: 64, warmUpMs: 300, windowMs: 2_000 };
const choosingLoad = { callers: 64, warmUpMs: 200, windowMs: 600 };
const poolSizes = [2, 4, 8, 16, 32];
const pairs = 3;

export interface LoopRow {
  readonly name: string;
  readonly wallets: number;
  /** How many times the rival's throughput, and how many times less processor time than the rival. */
  readonly goals: { readonly throughput: number; readonly processorTime: number };
  readonly unit: string;
  /** What both sides do. */
  readonly work: 'charge' | 'holdAndSettle';
}

/** One window, with the processor time of one piece of work over this process and PostgreSQL. */
type Window = LoadResult & { readonly cpuUs: number };
type Call = (number: number) => Promise<void>;
interface Pair {
  readonly ours: Window;
  readonly naive: Window;
}

export function runLoop(row: LoopRow): Promise<readonly Row[]> {
  return withServers(async (servers) => {
    const { store, close } = await openEventStore({ ...walletStore, databaseUrl: await servers.database('ours') });
    const ours = new WalletCharges(store, 'bench');
    await ours.open(row.wallets);
    const naive = await bestNaive(servers, row);
    const emmett =
      row.work === 'charge' ? await createEmmettWallets(await servers.database('emmett'), row.wallets) : null;
    let number = 0;
    const windowOf = async (call: Call): Promise<Window> => {
      const [before, first] = [cpuUsOf(servers), number];
      const result = await underLoad(load, () => call((number += 1)));
      return { ...result, cpuUs: (cpuUsOf(servers) - before) / (number - first) };
    };
    const windowsOf = async () => {
      emmett?.nextWindow();
      return {
        ours: await windowOf((next) => ours[row.work](next)),
        naive: await windowOf((next) => naive[row.work](next)),
        emmett: emmett === null ? null : await windowOf((next) => emmett.charge(next)),
      };
    };
    // Not counted: V8 compiles what it has seen often, for some seconds.
    await windowsOf();
    const results: Awaited<ReturnType<typeof windowsOf>>[] = [];
    for (let pair = 0; pair < pairs; pair += 1) results.push(await windowsOf());
    await Promise.all([close(), naive.close(), emmett?.close()]);
    const peers = results.flatMap(({ ours: own, emmett: peer }) => (peer === null ? [] : [{ ours: own, peer }]));
    return [
      throughputOf(row, results, naive.poolSize),
      processorTimeOf(row, results),
      ...(peers.length === 0 ? [] : [peerRow(`${row.name}, emmett-postgresql`, peers, emmettGuarantees)]),
    ];
  });
}

function cpuUsOf({ pids }: BenchServers): number {
  const { user, system } = process.cpuUsage();
  return user + system + cpuMs(pids) * 1_000;
}

function throughputOf({ name, goals, unit }: LoopRow, results: readonly Pair[], poolSize: number): Row {
  const { median, ratio, note } = medianByRatio(results, (pair) => pair.ours.perSecond / pair.naive.perSecond);
  const { ours, naive } = median;
  const waits = `p99 ${ours.p99Ms.toFixed(1)} ms, rival ${naive.p99Ms.toFixed(0)} with ${poolSize} connections`;
  return {
    name,
    measured: Math.round(ours.perSecond),
    rival: Math.round(naive.perSecond),
    ratio,
    goal: goals.throughput,
    unit,
    ok: ratio >= goals.throughput,
    note: `${note}; ${waits}`,
  };
}

function processorTimeOf({ name, goals }: LoopRow, results: readonly Pair[]): Row {
  const { median, ratio, note } = medianByRatio(results, (pair) => pair.naive.cpuUs / pair.ours.cpuUs);
  return {
    name: `${name}, processor time`,
    measured: median.ours.cpuUs,
    rival: median.naive.cpuUs,
    ratio,
    goal: goals.processorTime,
    unit: 'µs',
    ok: ratio >= goals.processorTime,
    note,
  };
}

async function bestNaive({ database }: BenchServers, { wallets, work }: LoopRow): Promise<NaiveWallets> {
  const measured: { readonly naive: NaiveWallets; readonly perSecond: number }[] = [];
  for (const poolSize of poolSizes) {
    const naive = await NaiveWallets.create(await database(`naive_${poolSize}`), wallets, poolSize);
    // The numbers of the windows that follow begin at one.
    const { perSecond } = await underLoad(choosingLoad, (number) => naive[work](1_000_000_000 + number));
    measured.push({ naive, perSecond });
  }
  const [best, ...others] = measured.sort((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('no pool size was measured');
  await Promise.all(others.map(({ naive }) => naive.close()));
  return best.naive;
}
