/**
 * The few words in which every decision of the system is written: a fact, a stream of facts with the state
 * folded from it, a command over one or more streams, and what a command may answer.
 *
 * Everything here is pure. The clock, ids and random bytes come in with the command, never from inside it.
 */

/** Something that happened. `data` is plain JSON (camelCase) and is never changed once it is stored. */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * A kind of stream: how its state is folded. `State` must survive JSON; where it does not (bigint), give
 * `stateToJson` and `stateFromJson`. Keep the state small: what is finished leaves it.
 */
export interface StreamType<State = unknown, F extends Fact = Fact> {
  /** First part of the stream id, e.g. `release` in `release-ir.acme.invoices@1.4.0`. No dash. */
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, fact: F) => State;
  /** Raise it when the shape of the state changes: older state rows are then folded anew from the log. */
  readonly stateVersion: number;
  readonly stateToJson?: (state: State) => unknown;
  readonly stateFromJson?: (json: unknown) => State;
}

/** One stream of a type. `id` without the category; any characters, 400 at most. */
export interface StreamRef<State = unknown, F extends Fact = Fact> {
  readonly type: StreamType<State, F>;
  readonly id: string;
}

/** Names one stream, e.g. `streamRef(releaseStream, 'ir.acme.invoices@1.4.0')`. */
export function streamRef<State, F extends Fact>(type: StreamType<State, F>, id: string): StreamRef<State, F> {
  return { type, id };
}

/** The id under which the log knows a stream: `<category>-<id>`. */
export function streamIdOf(ref: AnyStreamRef): string {
  return `${ref.type.category}-${ref.id}`;
}

// The constraint must accept every stream type; `any` is the only spelling TypeScript has for that.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyStreamType = StreamType<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyStreamRef = StreamRef<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Streams = Readonly<Record<string, StreamRef<any, any>>>;
export type StateOf<R> = R extends StreamRef<infer S, never> ? S : R extends StreamRef<infer S, infer _F> ? S : never;
export type FactOf<R> = R extends StreamRef<infer _S, infer F> ? F : never;
export type StatesOf<S extends Streams> = { readonly [K in keyof S]: StateOf<S[K]> };
export type FactsOf<S extends Streams> = { readonly [K in keyof S]?: readonly FactOf<S[K]>[] };

/** A rule said no, before any fact existed. `code` is API (`wallet.insufficient_balance`), `params` its details. */
export interface Refusal {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Accepted<Facts, Reply> = { readonly accepted: true; readonly facts: Facts; readonly reply: Reply };
export type Refused = { readonly accepted: false; readonly refusal: Refusal };
/** What a decision returns: facts and the reply to give once they are stored, or a refusal. */
export type Decision<Facts, Reply> = Accepted<Facts, Reply> | Refused;

/** Says yes. No facts is a valid yes (a repeat that changes nothing). */
export function accept<Facts, Reply>(facts: Facts, reply: Reply): Accepted<Facts, Reply> {
  return { accepted: true, facts, reply };
}

/** Says no, e.g. `refuse('wallet.hold_not_found', { id })`. */
export function refuse(code: string, params: Readonly<Record<string, unknown>> = {}): Refused {
  return { accepted: false, refusal: { code, params } };
}

/** What the caller of a command gets: the reply (and whether it was given before), or the refusal. */
export type Outcome<Reply> =
  | { readonly accepted: true; readonly reply: Reply; readonly replayed: boolean }
  | { readonly accepted: false; readonly refusal: Refusal };

/** For exhaustive switches: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** Folds facts into the state of a stream. */
export function fold<State, F extends Fact>(
  type: StreamType<State, F>,
  facts: Iterable<F>,
  from: State = type.initial,
): State {
  let state = from;
  for (const fact of facts) state = type.evolve(state, fact);
  return state;
}

/** The same decision with its reply put into other words, e.g. those of the wire. */
export function mapReply<Facts, From, To>(
  decision: Decision<Facts, From>,
  to: (reply: From) => To,
): Decision<Facts, To> {
  return decision.accepted ? accept(decision.facts, to(decision.reply)) : decision;
}

/** The decision over one stream as a part of a command that names its streams: `under('wallet', consumeMu(…))`. */
export function under<Name extends string, Facts, Reply>(
  name: Name,
  decision: Decision<Facts, Reply>,
): Decision<{ readonly [K in Name]: Facts }, Reply> {
  return decision.accepted
    ? accept({ [name]: decision.facts } as { readonly [K in Name]: Facts }, decision.reply)
    : decision;
}
