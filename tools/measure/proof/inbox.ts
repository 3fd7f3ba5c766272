/** The inbox with many waiting proposals: its lists, decisions with keys, and 500 decisions with one request. */
import { apiClient, type Api } from '../../run/seed/api.js';
import { cpuMs } from '../bench/processes.js';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import { propose, proposingPlugin } from './inbox-data.js';
import { decideWithKeys } from './inbox-keys.js';
import { atMost, exactly, type Claim, type Proof, type ProofContext } from './proof.js';

const sizes = {
  normal: { waiting: 10_000, keys: 500, decisions: 500, reads: 40 },
  quick: { waiting: 1_000, keys: 30, decisions: 100, reads: 10 },
};
const limits = { keyMs: 400, keysMinutes: 60, listMs: 300 };
/** How many single decisions are sent at once, as many as a browser sends of one page. */
const SINGLE_AT_ONCE = 6;
/** All other proposals are for so many cases, which become stale when one of them is applied. */
const CASES = 100;

export const proof: Proof = {
  title: 'A member decides many of 10,000 waiting proposals with keys, and 500 with one request',
  plantedDefect: 'decisions-in-turn',
  run: async (context) => {
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const system = await startWholeSystem(context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
    try {
      return await runOn(system, context);
    } finally {
      await system.stop();
    }
  },
};

async function runOn(system: WholeSystem, { isQuick, report }: ProofContext): Promise<readonly Claim[]> {
  const { waiting, keys, decisions, reads } = isQuick ? sizes.quick : sizes.normal;
  const origin = `${system.dev.instances[0]!.service_origin}/instance/v1`;
  const admin = apiClient(origin, system.dev.organisation.admin_token);
  const member = apiClient(origin, await system.tokenOf('member'));
  const plugin = await proposingPlugin(admin);
  const decided = keys + 2 * decisions;
  await propose({ admin, plugin }, waiting - decided, CASES);
  await propose({ admin, plugin }, decided, decided);
  report(`${waiting} proposals wait`);
  const lists = await slowestList(member, reads);
  report(`lists: the slowest is ${lists.query}`);
  const begunAt = performance.now();
  const durations = await decideWithKeys(system, keys);
  const keysMinutes = (performance.now() - begunAt) / 60_000;
  report(`keys: p50 ${at(durations, 0.5).toFixed(0)} ms, the slowest ${Math.max(...durations).toFixed(0)} ms`);
  const single = await measured(system, () => decideSingly(member, decisions));
  const together = await measured(system, () => decideTogether(member, decisions));
  for (const [name, { ms, cpuPerDecisionMs }] of Object.entries({ single, together }))
    report(`${name}: ${ms.toFixed(0)} ms, ${cpuPerDecisionMs.toFixed(1)} ms of processor time for each decision`);
  return [
    atMost(`first page of a list, p95 of the slowest`, lists.p95, { limit: limits.listMs, unit: 'ms' }),
    atMost(`from a key to the next proposal, p95 of ${keys}`, at(durations, 0.95), { limit: limits.keyMs, unit: 'ms' }),
    atMost(`${keys} decisions with keys alone, with the sign-in`, keysMinutes, {
      limit: limits.keysMinutes,
      unit: 'min',
    }),
    exactly('applied with one request', together.applied, { limit: decisions, unit: 'proposals' }),
    atMost(`one request, against ${SINGLE_AT_ONCE} single ones at a time`, together.ms, {
      ...{ limit: single.ms, unit: 'ms' },
    }),
    atMost('processor time of a decision with others, against a single one', together.cpuPerDecisionMs, {
      ...{ limit: single.cpuPerDecisionMs, unit: 'ms' },
    }),
  ];
}

const at = (durations: readonly number[], part: number): number =>
  durations.toSorted((a, b) => a - b)[Math.min(durations.length - 1, Math.floor(durations.length * part))]!;

/** The filters of the page, alone and together, and the length of the page that it reads for groups. */
const queries = [
  'limit=50',
  'limit=50&sort=oldest',
  'limit=200',
  'limit=50&q=فاکتور',
  'limit=50&q=خرید',
  'limit=50&q=nothing',
  'limit=50&plugin_id=ir.proof.inbox',
  'limit=50&record_type=case',
  'limit=50&stale=true',
  'limit=50&assignee=me',
  'limit=50&q=خرید&plugin_id=ir.proof.inbox&record_type=case&stale=true&sort=oldest',
];

/** Reads the first page with each filter, in turn, and returns the one with the highest 95th percentile. */
async function slowestList(member: Api, reads: number): Promise<{ readonly query: string; readonly p95: number }> {
  const durations = new Map(queries.map((query) => [query, [] as number[]]));
  for (let n = 0; n < reads; n += 1)
    for (const [query, ofQuery] of durations) {
      const begunAt = performance.now();
      await member.get(`/proposals?status=pending&${encodeURI(query)}`);
      ofQuery.push(performance.now() - begunAt);
    }
  return [...durations]
    .map(([query, ofQuery]) => ({ query, p95: at(ofQuery, 0.95) }))
    .reduce((slowest, one) => (one.p95 > slowest.p95 ? one : slowest));
}

interface Measured {
  readonly ms: number;
  readonly applied: number;
  readonly cpuPerDecisionMs: number;
}

/** The time of some decisions, and the processor time that the whole system has used for them. */
async function measured({ root }: WholeSystem, decide: () => Promise<number>): Promise<Measured> {
  const [cpuBefore, begunAt] = [cpuMs(root()), performance.now()];
  const applied = await decide();
  const ms = performance.now() - begunAt;
  return { ms, applied, cpuPerDecisionMs: (cpuMs(root()) - cpuBefore) / applied };
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly stale: boolean }[];
  readonly next_cursor: string | null;
}

/** The newest pending proposals. */
async function newest(member: Api, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; ids.length < count && cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Listed = await member.get<Listed>(`/proposals?status=pending&limit=200${after}`);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids.slice(0, count);
}

async function decideSingly(member: Api, count: number): Promise<number> {
  const left = (await newest(member, count)).values();
  let applied = 0;
  const next = async (): Promise<void> => {
    for (const id of left) {
      await member.post(`/proposals/${id}/apply`);
      applied += 1;
    }
  };
  await Promise.all(Array.from({ length: SINGLE_AT_ONCE }, next));
  return applied;
}

async function decideTogether(member: Api, count: number): Promise<number> {
  const body = { ids: await newest(member, count), action: 'apply' };
  const { items } = await member.post<{ items: readonly { outcome: string }[] }>('/proposals/decide', body);
  return items.filter(({ outcome }) => outcome === 'applied').length;
}
