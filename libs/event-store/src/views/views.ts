/**
 * Inline views: the command loop writes them in the same transaction as the facts, with one statement per view and
 * batch. This file declares views; `view-sql.ts` writes them.
 */
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from '../command.js';

/** The class of a TypeORM entity. */
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
  readonly isQueue?: boolean;
  readonly rows: (fact: RecordedFact, state: unknown) => readonly AnyRow[];
}
export interface CounterView extends ViewOf<object> {
  readonly kind: 'counter';
  readonly keys: readonly string[];
  readonly counters: readonly string[];
  readonly rows: (fact: RecordedFact) => readonly AnyRow[];
}
export interface ContentView extends ViewOf<object> {
  readonly kind: 'content';
  /** The property of the state that has the digest. */
  readonly digest: string;
  readonly row: (state: unknown) => { readonly content: object } | null;
}
export type View = StateView | FactView | CounterView | ContentView;

/**
 * One row per stream, written from the state whenever the stream changes. The entity's primary column is `stream_id`:
 * the stream id without category, which the library fills in. When the view returns `null`, the row is deleted.
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

/** Rows that are only inserted: a history, a ledger, a queue. A command that inserts an existing row fails. */
export function factView<State, F extends Fact, Row extends object>(view: {
  readonly entity: EntityClass<Row>;
  readonly of: StreamType<State, F>;
  /** `state` is the state of the stream after this fact. */
  readonly rows: (fact: RecordedFact<F>, state: State) => readonly Partial<Row>[];
  /** Other code updates and deletes the rows, so a rebuild neither compares nor replaces the table. */
  readonly isQueue?: boolean;
}): View {
  return { kind: 'fact', ...view } as unknown as FactView;
}

/**
 * Totals. The `counters` (bigint columns) of rows with the same `keys` (the primary key) are added up, first within
 * the batch and then with the stored row. Other columns take the newest value.
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

/**
 * The newest content of each stream, of which the log has only the digest (`contentField`): the entity has the columns
 * `stream_id` and `content` (json). When `content` returns null, the row is deleted. The table cannot be derived from
 * the log, so a rebuild leaves it alone, and compares each content with `digest`: the property of the state that has
 * the SHA-256 of the content's JSON text in base64url.
 */
export function contentView<State, F extends Fact, Row extends { stream_id: string; content: object }>(view: {
  readonly entity: EntityClass<Row>;
  readonly of: StreamType<State, F>;
  readonly digest: State extends unknown ? keyof State & string : never;
  readonly content: (state: State) => object | null;
}): View {
  const row = (state: State): { readonly content: object } | null => {
    const content = view.content(state);
    return content === null ? null : { content };
  };
  return { ...view, kind: 'content', row } as unknown as ContentView;
}
