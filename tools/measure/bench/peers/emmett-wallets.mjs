/**
 * Charges with `@event-driven-io/emmett` and its PostgreSQL store, as its guides advise: a `CommandHandler` that folds the
 * stream and appends with an optimistic check, repeated on conflict, and an inline projection of what the wallet used.
 */
import { CommandHandler, isExpectedVersionConflictError, projections } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';

const [month, at] = ['2026-11', '2026-11-20T08:00:00.000Z'];
const granted = { type: 'MuGranted', data: { amount: 1_000_000_000 } };

const initialState = () => ({ sequence: 0, hash: null, available: 0 });

function evolve(state, { type, data }) {
  if (type === 'MuGranted') return { ...state, available: state.available + data.amount };
  return { sequence: data.sequence, hash: data.hash, available: state.available - 1 };
}

const usage = pongoSingleStreamProjection({
  collectionName: 'usage',
  canHandle: ['MuConsumed'],
  evolve: (document, { data }) => ({
    month: data.month,
    consumed: (document?.consumed ?? 0) + 1,
    services: { [data.service]: { count: (document?.services?.[data.service]?.count ?? 0) + data.count } },
  }),
});

export class EmmettWallets {
  #window = 0;

  constructor(store, pool, { wallets, poolSize, hashOfEntry }) {
    Object.assign(this, { store, pool, wallets, poolSize, hashOfEntry });
    this.handle = CommandHandler({ evolve, initialState, retry: { onVersionConflict: true } });
  }

  static async create(databaseUrl, options) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: options.poolSize });
    pool.on('error', () => undefined);
    const store = getPostgreSQLEventStore(databaseUrl, {
      connectionOptions: { pool },
      projections: projections.inline([usage]),
    });
    await store.schema.migrate();
    return new EmmettWallets(store, pool, options);
  }

  /** Takes other streams from now on: each command reads its whole stream, so the documents advise short ones. */
  nextWindow() {
    this.#window += 1;
  }

  /** Charges one of the wallets once. */
  async charge(number) {
    const wallet = `wallet-${this.#window}-${number % this.wallets}`;
    for (;;) {
      try {
        await this.handle(this.store, wallet, (state) => this.#decide(wallet, `chg_${number}`, state));
        return;
      } catch (error) {
        // Out of retries: the caller calls again.
        if (!isExpectedVersionConflictError(error)) throw error;
      }
    }
  }

  #decide(wallet, id, state) {
    const opening = state.sequence === 0 ? [granted] : [];
    const before = opening.reduce(evolve, state);
    if (before.available < 1) throw new Error('wallet.insufficient');
    const entry = {
      ...{ id, at, month, kind: 'consumption', sequence: before.sequence + 1, hold_id: null, reference: null },
      ...{ service: 'work', count: 1, rate: '0.000001', mu: '0.000001', gifted: '0', by: 'plugin' },
      ...{ available_after: String(before.available - 1), held_after: '0', previous_hash: before.hash },
    };
    return [...opening, { type: 'MuConsumed', data: { ...entry, hash: this.hashOfEntry(wallet, entry) } }];
  }

  async close() {
    await this.store.close();
    await this.pool.end();
  }
}
