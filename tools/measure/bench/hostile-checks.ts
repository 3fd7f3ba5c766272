import { apiClient } from '../../run/seed/api.js';
import { underHttpLoad, type HttpCall } from './http-load.js';
import { medianByRatio } from './median-by-ratio.js';
import { installInTwoOrganisations, smallCall, startNoise } from './two-plugins.js';
import { fillWalFiles } from './recycled-wal.js';
import type { Row } from './row.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';
import { worstManifests, worstRecords } from './worst-inputs.js';

/** The neighbour's 95th percentile may be at most this many times as long as on an idle system. */
const LIMIT = 3;
const REPETITIONS = 3;
const quietLoad = { callers: 2, warmUpMs: 1_000, windowMs: 5_000 };

/** A hostile tenant and its neighbour. */
interface Pair {
  readonly name: string;
  readonly origin: string;
  readonly hostile: { readonly headers: Readonly<Record<string, string>>; readonly calls: readonly HttpCall[] };
  readonly quiet: (number: number) => HttpCall;
}

/**
 * Measures the requests of a publisher and of a plugin while another publisher and the plugin of another organisation
 * have the worst manifests and records checked without pause, compared with the same requests on the idle system.
 */
export async function run(): Promise<readonly Row[]> {
  const system = await startWholeSystem();
  try {
    await fillWalFiles(system.superuserUrl());
    return [await rowOf(await publishers(system)), await rowOf(await plugins(system))];
  } finally {
    await system.stop();
  }
}

async function rowOf({ name, origin, hostile, quiet }: Pair): Promise<Row> {
  const pairs = [];
  let checks = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const call = (number: number): HttpCall => quiet(2 * repetition * 1_000_000 + number);
    const idle = await underHttpLoad(origin, call, quietLoad);
    const noise = await startNoise({ origin, ...hostile, callers: hostile.calls.length });
    const beside = await underHttpLoad(origin, (number) => call(1_000_000 + number), quietLoad);
    const { accepted, rejected } = await noise.stop();
    checks += accepted + rejected;
    pairs.push({ idle, beside });
  }
  const { median, ratio, note } = medianByRatio(pairs, ({ idle, beside }) => idle.p95Ms / beside.p95Ms);
  return {
    name,
    measured: median.beside.p95Ms,
    rival: median.idle.p95Ms,
    ratio,
    goal: 1 / LIMIT,
    unit: 'ms',
    ok: ratio >= 1 / LIMIT && checks > 0,
    note: `${note}; p99 ${median.idle.p99Ms.toFixed(1)} → ${median.beside.p99Ms.toFixed(1)} ms; ${checks} checks`,
  };
}

async function publishers({ dev }: WholeSystem): Promise<Pair> {
  const { hub, publisher, staff } = dev;
  const operator = apiClient(`${hub.base_url}/operator/v1`, staff.operator_token);
  await operator.post('/publishers', { id: 'worst', name: 'Worst' });
  const { secret } = await operator.post<{ secret: string }>('/publishers/worst/keys', { label: 'bench' });
  const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  const calls = worstManifests('worst', 'ir.kushk.worst').map((body) => ({
    method: 'POST' as const,
    path: '/developer/v1/checks',
    body: JSON.stringify(body),
  }));
  return {
    name: 'worst manifests, p95 of a neighbour',
    origin: hub.base_url,
    hostile: { headers: headers(secret), calls },
    quiet: () => ({ method: 'GET', path: '/developer/v1/plugins', headers: headers(publisher.key) }),
  };
}

async function plugins(system: WholeSystem): Promise<Pair> {
  const types = worstRecords.map(({ type, schema }) => ({ type, names: { en: type }, schema }));
  const [hostile, quiet] = await installInTwoOrganisations(system, types);
  const calls = worstRecords.map(({ type, data }) => ({
    method: 'PUT' as const,
    path: `${hostile.path}/records/${type}/{caller}`,
    body: JSON.stringify({ data }),
  }));
  return {
    name: 'worst records, p95 of a neighbour',
    origin: quiet.origin,
    hostile: { headers: hostile.headers, calls },
    quiet: (number) => smallCall(quiet, number),
  };
}
