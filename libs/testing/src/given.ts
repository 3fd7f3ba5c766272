/** Tests decisions without a server: given facts, when a command is decided, then expect facts or a refusal. */
import { inspect } from 'node:util';
import { expect } from '@jest/globals';
import { fold, type Accepted, type Decision, type Fact, type StreamType } from '@kushk/decider';

// The histories accept any stream type; TypeScript spells that only with `any` (see `Streams` in libs/decider).
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Histories = Readonly<Record<string, readonly [StreamType<any, any>, ...Fact[]]>>;
type StatesIn<H extends Histories> = {
  readonly [K in keyof H]: H[K][0] extends StreamType<infer State, infer _F> ? State : never;
};
type FactsByStream = Readonly<Record<string, readonly Fact[]>>;

/**
 * Sets up the streams that a decision reads, each with its history. One stream: `given(walletStream, opened,
 * gifted)`. Several: `given({ wallet: [walletStream, opened], hold: [holdStream] })`. The decision then receives the
 * states by these names, and returns its facts by these names.
 */
export function given<State, F extends Fact>(type: StreamType<State, F>, ...facts: readonly F[]): Given<State>;
export function given<H extends Histories>(histories: H): Given<StatesIn<H>>;
export function given(typeOrHistories: StreamType<unknown> | Histories, ...facts: readonly Fact[]): Given<unknown> {
  return isStreamType(typeOrHistories) ? givenStream(typeOrHistories, facts) : givenStreams(typeOrHistories);
}

export interface Given<State> {
  readonly state: State;
  when<Facts, Reply>(decide: (state: State) => Decision<Facts, Reply>): Then<State, Facts, Reply>;
}

/** The result of a decision. Methods `then…` can be chained. When one fails, its message shows the decision. */
export class Then<State, Facts, Reply> {
  constructor(
    readonly decision: Decision<Facts, Reply>,
    private readonly givenAfter: (facts: FactsByStream) => Given<State>,
  ) {}

  /**
   * Expects exactly these facts in this order, whichever stream they belong to. Without arguments: expects that the
   * command changes nothing.
   */
  thenFacts(...expected: readonly Fact[]): this {
    expect(this.facts).toEqual(expected);
    return this;
  }

  /** Expects as many facts as given, in this order. Each fact must contain at least the given properties. */
  thenFactsMatch(...expected: readonly (Pick<Fact, 'type'> & Partial<Fact>)[]): this {
    expect(this.facts).toMatchObject(expected);
    return this;
  }

  /** Expects exactly these facts per stream, and none on a stream that is not listed. */
  thenFactsOf(expected: FactsByStream): this {
    const streamsWithFacts = Object.entries(this.factsByStream()).filter(([, facts]) => facts.length > 0);
    expect(Object.fromEntries(streamsWithFacts)).toEqual(expected);
    return this;
  }

  /**
   * Expects a reply that contains at least these properties (`expect.toMatchObject`). A value that is not an object
   * must be equal.
   */
  thenReplies(expected: unknown): this {
    const { reply } = this.accepted();
    if (typeof expected === 'object' && expected !== null) expect(reply).toMatchObject(expected);
    else expect(reply).toEqual(expected);
    return this;
  }

  /** Expects a refusal with this code and, if given, exactly these params. */
  thenRefuses(code: string, params?: Readonly<Record<string, unknown>>): this {
    if (this.decision.accepted)
      throw new Error(`expected the refusal ${code}, but it was accepted: ${inspect(this.decision, { depth: 8 })}`);
    expect(this.decision.refusal.code).toBe(code);
    if (params !== undefined) expect(this.decision.refusal.params).toEqual(params);
    return this;
  }

  /** Expects that the state after the decision contains at least these properties. */
  thenState(expected: object): this {
    expect(this.state).toMatchObject(expected);
    return this;
  }

  /** Decides the next command on the state after this decision. */
  when<NextFacts, NextReply>(
    decide: (state: State) => Decision<NextFacts, NextReply>,
  ): Then<State, NextFacts, NextReply> {
    return this.after.when(decide);
  }

  /** The streams after the decision; a refused command changes nothing. */
  get after(): Given<State> {
    return this.givenAfter(this.decision.accepted ? this.factsByStream() : {});
  }

  /** The facts of all streams, in the order in which the decision returned them. */
  get facts(): readonly Fact[] {
    return Object.values(this.factsByStream()).flat();
  }

  /** The state after applying the facts of the decision. */
  get state(): State {
    return this.givenAfter(this.factsByStream()).state;
  }

  private factsByStream(): FactsByStream {
    const { facts } = this.accepted();
    return Array.isArray(facts) ? { [ONLY_STREAM]: facts as readonly Fact[] } : (facts as FactsByStream);
  }

  private accepted(): Accepted<Facts, Reply> {
    if (this.decision.accepted) return this.decision;
    const { code, params } = this.decision.refusal;
    throw new Error(`expected it to be accepted, but it was refused: ${code} ${inspect(params, { depth: 8 })}`);
  }
}

/** Name of the stream when a decision uses only one stream and returns its facts as a list. */
const ONLY_STREAM = 'stream';

function isStreamType(value: StreamType<unknown> | Histories): value is StreamType<unknown> {
  return typeof value.evolve === 'function';
}

function givenStream(type: StreamType<unknown>, history: readonly Fact[]): Given<unknown> {
  // A decision on a single stream may also return the facts under the stream's name.
  const apply = (state: unknown, facts: FactsByStream): unknown => fold(type, Object.values(facts).flat(), state);
  return givenState(fold(type, history), apply);
}

function givenStreams(histories: Histories): Given<unknown> {
  const initial = Object.fromEntries(
    Object.entries(histories).map(([name, [type, ...history]]) => [name, fold(type, history) as unknown]),
  );
  return givenState(initial, (states, facts) =>
    Object.fromEntries(
      Object.entries(histories).map(([name, [type]]) => [name, fold(type, facts[name] ?? [], states[name]) as unknown]),
    ),
  );
}

function givenState<State>(state: State, apply: (state: State, facts: FactsByStream) => State): Given<State> {
  return {
    state,
    when: (decide) => new Then(decide(state), (facts) => givenState(apply(state, facts), apply)),
  };
}
