/**
 * The types that every decision uses: facts, streams with the state folded from them, and what a decision returns.
 *
 * Everything here is pure. Clock, ids and random bytes are inputs of a command.
 */

/** Something that happened. `data` is plain JSON (camelCase) and never changes once it is stored. */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * A type of stream, and how its facts are folded into a state. `State` must survive JSON; otherwise (bigint) define
 * `stateToJson` and `stateFromJson`. Keep the state small: drop finished items.
 */
export interface StreamType<State = unknown, F extends Fact = Fact> {
  /** First part of the stream id, e.g. `release` in `release-ir.acme.invoices@1.4.0`. It contains no dash. */
  readonly category: string;
  /**
   * Every type of fact of the stream. A process that finds a fact of another type runs beside a newer version, and
   * leaves the stream to it.
   */
  readonly factTypes: Readonly<Record<F['type'], true>>;
  readonly initial: State;
  readonly evolve: (state: State, fact: F) => State;
  /**
   * Increase it when the schema of the state changes. Stored states with an older version are then rebuilt from the
   * log.
   */
  readonly stateVersion: number;
  /**
   * The state without what only views need, such as large data from the newest fact. Only this is stored, and held in
   * memory for the next command.
   */
  readonly stateToStore?: (state: State) => State;
  /**
   * The field of the data of facts that only a content view of the event store keeps. In the log it is null, and so it
   * is in a state that is folded from the log.
   */
  readonly contentField?: string;
  readonly stateToJson?: (state: State) => unknown;
  readonly stateFromJson?: (json: unknown) => State;
  /**
   * Whether the stream has ended for good, so that the service may remove its stored state after a while. Its facts
   * stay. A command then finds the initial state, so it must refuse the stream as one that does not exist.
   */
  readonly isFinal?: (state: State) => boolean;
}

/** Identifies one stream. `id` excludes the category and has 1 to 400 characters of any kind. */
export interface StreamRef<State = unknown, F extends Fact = Fact> {
  readonly type: StreamType<State, F>;
  readonly id: string;
  /** See `newStreamRef`. */
  readonly isNew?: boolean;
}

/** For example `streamRef(releaseStream, 'ir.acme.invoices@1.4.0')`. */
export function streamRef<State, F extends Fact>(type: StreamType<State, F>, id: string): StreamRef<State, F> {
  return { type, id };
}

/**
 * For a stream whose id was made for this command, such as that of a new hold. The command loop assumes that it has no
 * facts, instead of reading it. If it has some, the command is decided on them.
 */
export function newStreamRef<State, F extends Fact>(type: StreamType<State, F>, id: string): StreamRef<State, F> {
  return { type, id, isNew: true };
}

/** The id of a stream in the log: `<category>-<id>`. */
export function streamIdOf(ref: AnyStreamRef): string {
  return `${ref.type.category}-${ref.id}`;
}

// The constraint must accept every stream type, which TypeScript can only express with `any`.
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

/**
 * The command violates a rule, so no fact is stored. `code` is part of the public API
 * (`wallet.insufficient_balance`), and `params` are its details.
 */
export interface Refusal {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Accepted<Facts, Reply> = { readonly accepted: true; readonly facts: Facts; readonly reply: Reply };
export type Refused = { readonly accepted: false; readonly refusal: Refusal };
/** What a decision returns: facts with the reply that is sent after they are stored, or a refusal. */
export type Decision<Facts, Reply> = Accepted<Facts, Reply> | Refused;

/** Accepts a command. The list of facts may be empty, e.g. when a repeated command changes nothing. */
export function accept<Facts, Reply>(facts: Facts, reply: Reply): Accepted<Facts, Reply> {
  return { accepted: true, facts, reply };
}

/** Refuses a command, e.g. `refuse('wallet.hold_not_found', { id })`. */
export function refuse(code: string, params: Readonly<Record<string, unknown>> = {}): Refused {
  return { accepted: false, refusal: { code, params } };
}

/**
 * The result of a command: the reply, or the refusal. `replayed` is true when the reply was stored by an earlier
 * command.
 */
export type Outcome<Reply> =
  | { readonly accepted: true; readonly reply: Reply; readonly replayed: boolean }
  | { readonly accepted: false; readonly refusal: Refusal };

/** For the default branch of an exhaustive switch: the code does not compile while a case is missing. */
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

/** Returns the same decision with its reply converted, e.g. to the wire format. */
export function mapReply<Facts, From, To>(
  decision: Decision<Facts, From>,
  to: (reply: From) => To,
): Decision<Facts, To> {
  return decision.accepted ? accept(decision.facts, to(decision.reply)) : decision;
}

/**
 * Converts a decision on one stream for a command that reads several streams by name: `forStream('wallet',
 * consumeMu(…))`.
 */
export function forStream<Name extends string, Facts, Reply>(
  name: Name,
  decision: Decision<Facts, Reply>,
): Decision<{ readonly [K in Name]: Facts }, Reply> {
  return decision.accepted
    ? accept({ [name]: decision.facts } as { readonly [K in Name]: Facts }, decision.reply)
    : decision;
}
