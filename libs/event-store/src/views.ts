/**
 * Inline views: what a query reads, written by the command loop in the transaction of the facts themselves, one
 * statement per view and round. Here they are only described; `view-sql.ts` writes them.
 */
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from './command.js';

/** A TypeORM entity. */
export type EntityClass<Row extends object = object> = new () => Row;

interface ViewOf<Row extends object> {
  readonly entity: EntityClass<Row>;
  readonly of: AnyStreamType;
}
type AnyRow = Readonly<Record<string, unknown>>;

export interface StateView extends ViewOf<object> {
  readonly kind: 'state';
  readonly row: (state: unknown, at: { readonly id: string; readonly version: number }) => AnyRow | null;
}
export interface FactView extends ViewOf<object> {
  readonly kind: 'fact';
  readonly workedOff?: boolean;
  readonly rows: (fact: RecordedFact) => readonly AnyRow[];
}
export interface CounterView extends ViewOf<object> {
  readonly kind: 'counter';
  readonly keys: readonly string[];
  readonly counters: readonly string[];
  readonly rows: (fact: RecordedFact) => readonly AnyRow[];
}
export type View = StateView | FactView | CounterView;

/**
 * One row per stream, made anew from the state whenever the stream changes. The entity's primary column is
 * `stream_id`: the id without category, filled in by the view. A `null` row deletes.
 */
export function stateView<State, F extends Fact, Row extends { stream_id: string }>(view: {
  readonly entity: EntityClass<Row>;
  readonly of: StreamType<State, F>;
  readonly row: (
    state: State,
    at: { readonly id: string; readonly version: number },
  ) => (Omit<Row, 'stream_id'> & { readonly stream_id?: string }) | null;
}): View {
  return { kind: 'state', ...view } as unknown as StateView;
}

/** Rows that are only ever added: a history, a ledger, a queue. A row that is there already fails its command. */
export function factView<State, F extends Fact, Row extends object>(view: {
  readonly entity: EntityClass<Row>;
  readonly of: StreamType<State, F>;
  readonly rows: (fact: RecordedFact<F>) => readonly Partial<Row>[];
  /** A queue: others change and delete its rows, so a rebuild neither compares nor replaces this table. */
  readonly workedOff?: boolean;
}): View {
  return { kind: 'fact', ...view } as unknown as FactView;
}

/**
 * Rows that add up: `counters` (bigint columns) of rows with the same `keys` (the primary key) are summed, in memory
 * within a round and onto the stored row after it. Other columns take the newest value.
 */
export function counterView<State, F extends Fact, Row extends object>(view: {
  readonly entity: EntityClass<Row>;
  readonly of: StreamType<State, F>;
  readonly keys: readonly (keyof Row & string)[];
  readonly counters: readonly (keyof Row & string)[];
  readonly rows: (fact: RecordedFact<F>) => readonly Partial<{ [K in keyof Row]: Row[K] | bigint | number }>[];
}): View {
  return { kind: 'counter', ...view } as unknown as CounterView;
}
