import pg from 'pg';
import { eventually } from './delivery-system.js';
import { exactly, type Proof, type ProofContext } from './proof.js';
import type { Random } from './random.js';
import { withWalletSystem, type ChargedPlugin, type WalletSystem } from './wallet-system.js';

const auditWithinMs = 120_000;
/** Changes that someone with the rights of the database's owner can make to the entries of a wallet ($1). */
const changes: readonly string[] = [
  'update wallet_entries set mu = mu + 1 where installation_id = $1 and sequence = 2',
  'update wallet_entries set available_after = available_after + 1000000 where installation_id = $1 and sequence = 3',
  `update wallet_entries set reference = 'other' where installation_id = $1 and sequence = 4`,
  'delete from wallet_entries where installation_id = $1 and sequence = 3',
  'delete from wallet_entries where installation_id = $1 and sequence > 5',
  `update wallet_entries set at = at + interval '1 ms' where installation_id = $1 and sequence = 5`,
];

export const proof: Proof = {
  title: 'The audit recomputes every wallet, and freezes exactly those whose rows were changed with the trigger off',
  plantedDefect: 'unchecked-hashes',
  run: ({ patches, isQuick, random, report }: ProofContext) =>
    withWalletSystem(patches, async (system) => {
      const wallets: ChargedPlugin[] = [];
      const perKind = isQuick ? 1 : 3;
      for (let number = 0; number < 2 * perKind * changes.length; number += 1)
        wallets.push(await usedWallet(system, random));
      report(`${wallets.length} wallets with entries`);
      await auditAll(system);
      const before = await frozenOf(system, wallets);
      const changed = wallets.filter((_wallet, index) => index % 2 === 0);
      await change(system, changed);
      await auditAll(system);
      const after = await frozenOf(system, wallets);
      const found = changed.filter(({ installationId }) => after.has(installationId)).length;
      return [
        exactly('wallets that were frozen without a change', before.size, { limit: 0, unit: 'wallets' }),
        exactly('changed wallets that were frozen', found, { limit: changed.length, unit: 'wallets' }),
        exactly('other wallets that were frozen', after.size - found, { limit: 0, unit: 'wallets' }),
      ];
    }),
};

/** Installs a plugin and uses its wallet at random. */
async function usedWallet(system: WalletSystem, random: Random): Promise<ChargedPlugin> {
  const plugin = await system.plugin(1_000);
  const post = async (path: string, body: object): Promise<{ readonly id?: string }> => {
    const response = await fetch(`${system.origins[random.below(2)]}${plugin.path}/wallet/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${plugin.token}`,
        'content-type': 'application/json',
        'idempotency-key': `k${random.below(2 ** 30)}`,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { readonly id?: string };
  };
  for (let number = 0; number < 6; number += 1) {
    await post('consume', { service: 'work', count: 1 + random.below(3) });
    const { id = '' } = await post('holds', { service: 'work', count: 1 + random.below(5) });
    if (random.below(3) > 0) await post(`holds/${id}/settle`, { count: random.below(2) });
    else if (random.below(2) > 0) await post(`holds/${id}/release`, {});
  }
  return plugin;
}

async function change({ system }: WalletSystem, wallets: readonly ChargedPlugin[]): Promise<void> {
  await withDatabase(system.databaseUrl('wallet'), async (client) => {
    await client.query('alter table wallet_entries disable trigger wallet_entries_append_only');
    for (const [index, { installationId }] of wallets.entries())
      await client.query(changes[index % changes.length]!, [installationId]);
    await client.query('alter table wallet_entries enable trigger wallet_entries_append_only');
  });
}

/** Lets the audit of the running service begin a new pass, and waits until it ends. */
async function auditAll({ system }: WalletSystem): Promise<void> {
  await withDatabase(system.databaseUrl('wallet'), async (client) => {
    await client.query('update entry_audit set installation_id = null, position = null, started_at = null');
    const hasEnded = async (): Promise<boolean> => {
      const text = 'select from entry_audit where started_at is not null and installation_id is null';
      return (await client.query(text)).rowCount === 1;
    };
    if (!(await eventually(hasEnded, auditWithinMs))) throw new Error('the audit did not end');
  });
}

async function frozenOf({ admin }: WalletSystem, wallets: readonly ChargedPlugin[]): Promise<ReadonlySet<string>> {
  const frozen = new Set<string>();
  for (const { installationId } of wallets) {
    const { status } = await admin.get<{ status: string }>(`/installations/${installationId}/wallet`);
    if (status === 'frozen') frozen.add(installationId);
  }
  return frozen;
}

async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
