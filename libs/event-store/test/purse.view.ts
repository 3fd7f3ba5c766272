import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { counterView, factView, stateView } from '../src/views/views.js';
import { purseStream } from './purse.js';

/** The number of coins in each purse; an empty purse has no row. */
@Entity('purses')
export class PurseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('bigint') coins: string;
  @Column('bigint') version: string;
}

/** One row per movement of coins. A check constraint rejects movements of more than a million coins. */
@Entity('movements')
export class MovementRow {
  @PrimaryGeneratedColumn('identity') id: number;
  @Column('text') purse: string;
  @Column('bigint') coins: string;
  @Column('timestamptz') at: Date;
  @Column('jsonb') detail: { readonly type: string; readonly texts: readonly string[] };
}

/** Monthly totals over all purses. */
@Entity('months')
export class MonthRow {
  @PrimaryColumn('text') month: string;
  @Column('bigint') put: string;
  @Column('bigint') taken: string;
}

export const purses = stateView({
  entity: PurseRow,
  of: purseStream,
  row: ({ coins }, { version }) => (coins === 0n ? null : { coins: coins.toString(), version: String(version) }),
});

export const movements = factView({
  entity: MovementRow,
  of: purseStream,
  rows: (fact) => [
    {
      purse: fact.id,
      coins: String(fact.data.coins),
      at: fact.at,
      detail: { type: fact.type, texts: ['"', 'ک', '\\'] },
    },
  ],
});

export const months = counterView({
  entity: MonthRow,
  of: purseStream,
  keys: ['month'],
  counters: ['put', 'taken'],
  rows: ({ type, data }) => [
    { month: data.month, put: type === 'CoinsPut' ? data.coins : 0, taken: type === 'CoinsTaken' ? data.coins : 0 },
  ],
});

/** The definition of the example service, without its database. */
/** Long, so that commands of a spec do not expire while a shared machine is busy. */
export const SPEC_DEADLINE_MS = 30_000;

export const purseService = {
  service: 'purse',
  deadlineMs: SPEC_DEADLINE_MS,
  streams: [purseStream],
  views: [purses, movements, months],
  migrations: new URL('./migrations/', import.meta.url),
};
