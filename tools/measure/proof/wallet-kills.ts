import { apiClient, type Api } from '../../run/seed/api.js';
import { startWholeSystem } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import { killAtRandom } from './kill-targets.js';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { compareJournal, type JournalDifferences, type StoredEntry, type StoredWallet } from './wallet-journal.js';
import { WalletLoad } from './wallet-load.js';
import { installCharged, type ChargedPlugin } from './wallet-system.js';

const wallets = 8;
const callersPerWallet = 3;
const callEveryMs = 100;
const firstUnits = 200;
/** Holds without a request that ends them expire after 10 s, and the service must have recovered. */
const expiredWithinMs = 90_000;
const pageSize = 100;
const targets = ['wallet', 'gateway', 'nats', 'postgres'] as const;

interface Loaded {
  readonly plugin: ChargedPlugin;
  readonly load: WalletLoad;
}

export const proof: Proof = {
  title: '200 kills of wallet, gateway, NATS and PostgreSQL: no acknowledged movement of MU is lost, none is made up',
  plantedDefect: 'asynchronous-commits',
  run: async (context: ProofContext) => {
    const kills = context.isQuick ? 20 : 200;
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const system = await startWholeSystem(context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
    try {
      const api = `${system.dev.instances[0]?.service_origin ?? ''}/instance/v1`;
      const token = system.dev.organisation.admin_token;
      const admin = apiClient(api, token);
      const all: Loaded[] = [];
      for (let number = 1; number <= wallets; number += 1) {
        const plugin = await installCharged(admin, number);
        const installation = `/installations/${plugin.installationId}/wallet`;
        const own = { url: `${new URL(api).origin}${plugin.path}/wallet`, token: plugin.token };
        const parts = { name: `wallet${number}`, plugin: own, admin: { url: `${api}${installation}`, token } };
        const load = new WalletLoad(parts, context.random);
        await load.give(firstUnits);
        all.push({ plugin, load });
      }
      context.report(`${wallets} wallets`);
      for (const { load } of all) load.start(callersPerWallet, callEveryMs);
      const killed = await killAtRandom(system, { targets, kills, progress: () => acknowledgedOf(all) }, context);
      await Promise.all(all.map(({ load }) => load.stop()));
      await eventually(async () => await areFree(admin, all), expiredWithinMs);
      const differences: JournalDifferences[] = [];
      for (const one of all) differences.push(await differencesOf(admin, api, one));
      return [
        exactly('kills', killed, { limit: kills, unit: 'kills' }),
        ...claimsOf(differences),
        ...claimsOfLoads(all, context),
      ];
    } finally {
      await system.stop();
    }
  },
};

function claimsOf(differences: readonly JournalDifferences[]): readonly Claim[] {
  const sum = (key: keyof JournalDifferences): number => differences.reduce((total, one) => total + one[key], 0);
  const none = (claim: string, key: keyof JournalDifferences, unit: string): Claim =>
    exactly(claim, sum(key), { limit: 0, unit });
  return [
    none('acknowledged movements without an entry', 'lost', 'movements'),
    none('entries that no acknowledged request asked for', 'unknown', 'entries'),
    none('entries with another amount or kind than acknowledged', 'changed', 'entries'),
    none('entries after which the balance does not add up', 'unbalanced', 'entries'),
    none('holds without exactly one end', 'holdsWithoutOneEnd', 'holds'),
    none('difference between the journal and the wallets', 'differenceMicroMu', 'micro-MU'),
  ];
}

function claimsOfLoads(all: readonly Loaded[], { report }: ProofContext): readonly Claim[] {
  const sum = (of: (load: WalletLoad) => number): number => all.reduce((total, { load }) => total + of(load), 0);
  report(
    `${acknowledgedOf(all).toLocaleString('en')} acknowledged movements, ${sum((load) => load.refused)} refusals, ` +
      `${sum((load) => load.repeated)} repeated attempts`,
  );
  const unexpected = all.flatMap(({ load }) => load.unexpected);
  for (const one of unexpected.slice(0, 5)) report(`unexpected refusal: ${one}`);
  return [
    exactly(
      'replies to a repeated key that differ',
      sum((load) => load.changedReplies),
      { limit: 0, unit: 'replies' },
    ),
    exactly('refusals that the load cannot cause', unexpected.length, { limit: 0, unit: 'refusals' }),
    exactly(
      'requests without an answer',
      sum((load) => load.unanswered),
      { limit: 0, unit: 'requests' },
    ),
  ];
}

function acknowledgedOf(all: readonly Loaded[]): number {
  return all.reduce((total, { load }) => total + load.acknowledged.length, 0);
}

async function areFree(admin: Api, all: readonly Loaded[]): Promise<boolean> {
  const held = await Promise.all(all.map(async (one) => (await walletOf(admin, one)).held));
  return held.every((mu) => mu === '0');
}

async function walletOf(admin: Api, { plugin }: Loaded): Promise<StoredWallet> {
  return await admin.get<StoredWallet>(`/installations/${plugin.installationId}/wallet`);
}

async function differencesOf(admin: Api, api: string, loaded: Loaded): Promise<JournalDifferences> {
  const { plugin, load } = loaded;
  const client = apiClient(`${new URL(api).origin}${plugin.path}`, plugin.token);
  const entries: StoredEntry[] = [];
  for (let after: string | null = null; ;) {
    const query: string = after === null ? '' : `&after=${after}`;
    const page: { readonly items: readonly StoredEntry[]; readonly next_cursor: string | null } = await client.get(
      `/wallet/entries?order=oldest&limit=${pageSize}${query}`,
    );
    entries.push(...page.items);
    after = page.next_cursor;
    if (after === null) return compareJournal(load.acknowledged, entries, await walletOf(admin, loaded));
  }
}
