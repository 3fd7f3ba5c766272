/**
 * The rival of the command loop: one transaction per command, with the rows that the wallet keeps of it. These are the
 * wallet, the entry with its hash, the reply of the idempotency key, the usage of the service, the totals of the month,
 * and the hold. It has no log of facts, and the hash is made by the code of the wallet service.
 */
import { formatMu } from '@kushk/manifest';
import pg from 'pg';
import { hashOfEntry, type HashedEntry } from '../../../apps/wallet/src/entries/entry.js';

const month = '2026-11';
const at = '2026-11-20T08:00:00.000Z';
const holdMs = 900_000;
const micro = 1_000_000n;

const tables = `
  create table wallet (id text primary key, sequence bigint not null, hash bytea, available bigint not null,
    held bigint not null);
  create table hold (id text primary key, wallet text not null, service text not null, count bigint not null,
    amount bigint not null, status text not null, expires_at timestamptz not null);
  create index hold_by_expiry on hold (expires_at) where status = 'open';
  create table entry (wallet text, sequence bigint, id text not null, at timestamptz not null, kind text not null,
    service text, count bigint, rate bigint, mu bigint not null, gifted bigint not null, hold_id text, reference text,
    by text not null, available_after bigint not null, held_after bigint not null, month text not null,
    previous_hash bytea, hash bytea not null, primary key (wallet, sequence));
  create unique index entry_by_id on entry (wallet, id);
  create table idempotency (scope text, key text, input_hash text not null, reply json not null,
    at timestamptz not null default now(), primary key (scope, key));
  create table usage (wallet text, month text, service text, count bigint not null, mu bigint not null,
    primary key (wallet, month, service));
  create table totals (wallet text, month text, consumed bigint not null, primary key (wallet, month))`;

interface LockedWallet {
  readonly wallet: string;
  readonly sequence: string;
  readonly hash: Buffer | null;
  readonly available: string;
  readonly held: string;
}
interface Movement {
  readonly id: string;
  readonly kind: 'consumption' | 'hold' | 'settle';
  readonly holdId: string | null;
  /** What the movement adds, in micro-MU. */
  readonly available: bigint;
  readonly held: bigint;
}

export class NaiveWallets {
  private readonly pool: pg.Pool;

  private constructor(
    databaseUrl: string,
    private readonly wallets: number,
    readonly poolSize: number,
  ) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
    // The PostgreSQL server stops at the end of the row, and idle connections of the pool can then emit an error.
    this.pool.on('error', () => undefined);
  }

  static async create(databaseUrl: string, wallets: number, poolSize: number): Promise<NaiveWallets> {
    const made = new NaiveWallets(databaseUrl, wallets, poolSize);
    await made.pool.query(tables);
    await made.pool.query(
      `insert into wallet select 'w' || n, 0, null, 1000000000000, 0 from generate_series(0, $1::int - 1) n`,
      [wallets],
    );
    return made;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Charges one wallet once. */
  async charge(number: number): Promise<void> {
    const wallet = this.walletOf(number);
    await this.transaction(async (client) => {
      const row = await lock(client, wallet);
      const id = `chg_${number}`;
      await move(client, row, { id, kind: 'consumption', holdId: null, available: -1n, held: 0n });
      await addUse(client, wallet);
      await remember(client, wallet, id);
    });
  }

  /** Places a hold on a wallet and settles it. */
  async holdAndSettle(number: number): Promise<void> {
    const wallet = this.walletOf(number);
    const id = `hld_${number}`;
    await this.transaction(async (client) => {
      const row = await lock(client, wallet);
      await move(client, row, { id, kind: 'hold', holdId: id, available: -1n, held: 1n });
      await client.query({
        name: 'hold',
        text: `insert into hold values ($1, $2, 'work', 1, 1, 'open', $3)`,
        values: [id, wallet, new Date(Date.now() + holdMs)],
      });
      await remember(client, wallet, id);
    });
    await this.transaction(async (client) => {
      const row = await lock(client, wallet);
      const settled = { name: 'settle', text: `update hold set status = 'settled' where id = $1 and status = 'open'` };
      await client.query({ ...settled, values: [id] });
      await move(client, row, { id: `stl_${number}`, kind: 'settle', holdId: id, available: 0n, held: -1n });
      await addUse(client, wallet);
      await remember(client, wallet, `stl_${number}`);
    });
  }

  private walletOf(number: number): string {
    return `w${number % this.wallets}`;
  }

  private async transaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  }
}

async function lock(client: pg.PoolClient, wallet: string): Promise<LockedWallet> {
  const { rows } = await client.query<Omit<LockedWallet, 'wallet'>>({
    name: 'lock',
    text: 'select sequence, hash, available, held from wallet where id = $1 for update',
    values: [wallet],
  });
  return { wallet, ...(rows[0] as Omit<LockedWallet, 'wallet'>) };
}

/** Changes the balance and adds the entry. */
async function move(client: pg.PoolClient, { wallet, ...row }: LockedWallet, movement: Movement): Promise<void> {
  const { id, kind, holdId } = movement;
  const sequence = Number(row.sequence) + 1;
  const available = BigInt(row.available) + movement.available;
  const held = BigInt(row.held) + movement.held;
  const use = { service: 'work', count: 1, rate: formatMu(1n), mu: formatMu(1n), reference: null, by: 'plugin' };
  const entry: HashedEntry = {
    ...{ id, at, kind, month, sequence, hold_id: holdId, gifted: formatMu(0n) },
    ...use,
    available_after: formatMu(available),
    held_after: formatMu(held),
    previous_hash: row.hash?.toString('hex') ?? null,
  };
  const hash = Buffer.from(hashOfEntry(wallet, entry), 'hex');
  await client.query({
    name: 'update',
    text: 'update wallet set sequence = $2, hash = $3, available = $4, held = $5 where id = $1',
    values: [wallet, sequence, hash, available, held],
  });
  await client.query({
    name: 'entry',
    text: `insert into entry values
      ($1, $2, $3, $4, $5, 'work', 1, 1, 1, 0, $6, null, 'plugin', $7, $8, $9, $10, $11)`,
    values: [wallet, sequence, id, at, kind, holdId, available, held, month, row.hash, hash],
  });
}

async function addUse(client: pg.PoolClient, wallet: string): Promise<void> {
  await client.query({
    name: 'usage',
    text: `insert into usage as u values ($1, $2, 'work', 1, 1) on conflict (wallet, month, service)
      do update set count = u.count + 1, mu = u.mu + 1`,
    values: [wallet, month],
  });
  await client.query({
    name: 'totals',
    text: `insert into totals as t values ($1, $2, 1) on conflict (wallet, month)
      do update set consumed = t.consumed + 1`,
    values: [wallet, month],
  });
}

async function remember(client: pg.PoolClient, wallet: string, key: string): Promise<void> {
  const reply = {
    id: key,
    service: 'work',
    count: 1,
    charged: formatMu(1n),
    at,
    wallet: { available: formatMu(micro) },
  };
  await client.query({
    name: 'remember',
    text: `insert into idempotency (scope, key, input_hash, reply) values ($1, $2, 'hash', $3)`,
    values: [wallet, key, reply],
  });
}
