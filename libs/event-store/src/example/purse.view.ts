import {
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { counterView, factView, stateView } from '../views.js';
import { purseStream } from './purse.js';

/** What is in each purse; an empty purse has no row. */
@Entity('purses')
export class PurseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('bigint') coins: string;
  @Column('bigint') version: string;
}

/** Every movement. `coins` has a check: more than a million at once is something the table refuses. */
@Entity('movements')
export class MovementRow {
  @PrimaryGeneratedColumn('identity') id: number;
  @Column('text') purse: string;
  @Column('bigint') coins: string;
  @Column('timestamptz') at: Date;
  @Column('jsonb') detail: { readonly type: string; readonly words: readonly string[] };
}

/** Sums by month over all purses. */
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
      detail: { type: fact.type, words: ['"', 'ک', '\\'] },
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

export class CreatePurses1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table purses (stream_id text primary key, coins bigint not null, version bigint not null)',
    );
    await runner.query(`create table movements (id bigint generated always as identity primary key, purse text not null,
      coins bigint not null check (coins <= 1000000), at timestamptz not null, detail jsonb not null)`);
    await runner.query('create table months (month text primary key, put bigint not null, taken bigint not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table purses, movements, months');
  }
}

/** The example service without its database. */
export const purseService = {
  service: 'purse',
  streams: [purseStream],
  views: [purses, movements, months],
  migrations: [CreatePurses1763600000001],
};
